import { channelNames, type ChannelName, type Delivery } from '../../schema/message.js';
import type { OutboxStatus } from '../../schema/health.js';
import type { Timers } from '../../serial/timers.js';
import type { Logger } from '../../logger.js';
import type { Store } from '../../store/store.js';
import type { Devices } from '../devices.js';
import type { Time } from '../time.js';
import { createTurns } from '../../turns.js';
import type { Clock } from '../clock.js';
import { createCourier, type Channels } from './courier.js';
import { createMessages, type Messages } from './messages.js';
import { createNotify, type Notify, type UnitsOf } from './notify.js';

/** Everything that is to be told to somebody who is away: what brings it in, what shows it, what takes it out. */
export type Outbox = {
  readonly notify: Notify;
  readonly messages: Messages;
  readonly status: () => OutboxStatus;
  /** Hears what the network reports of a message that was sent. */
  readonly report: (id: string, delivery: Pick<Delivery, 'part' | 'fate'>) => void;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};

export type OutboxOptions = {
  readonly store: Store;
  readonly devices: Pick<Devices, 'find'>;
  readonly channels: Channels;
  readonly unitsOf: UnitsOf;
  /** s that a message is of use */
  readonly ttl: number;
  readonly clock: Clock;
  readonly time: Pick<Time, 'trust' | 'known' | 'today'>;
  readonly timeZone: string;
  readonly timers: Timers;
  readonly logger: Logger;
};

export function createOutbox(options: OutboxOptions): Outbox {
  const { store, devices, channels, unitsOf, ttl, clock, time, timeZone, timers, logger } = options;
  const { waiting } = store.state;
  const { trust, known, today } = time;
  // Who lets a message in, takes it out or sends it decides on what the one before has done.
  const inTurn = createTurns();
  const notify = createNotify({ store, clock, trust, today, timeZone, unitsOf, ttl, inTurn });
  const isConfigured = (name: ChannelName): boolean => channels[name] !== undefined;
  const messages = createMessages({ store, devices, clock: known, today, unitsOf, ttl, isConfigured, inTurn });
  const courier = createCourier({ store, channels, notify, clock, trust, today, inTurn, timers, logger });

  return {
    notify,
    messages,
    status: () => ({
      waiting: waiting.size,
      channels: channelNames.flatMap((name) => {
        const status = channels[name]?.status();
        if (status === undefined) return [];
        const own = [...waiting.values()].filter(({ channel }) => channel === name).length;
        return [{ name, waiting: own, state: status.state, reason: status.reason }];
      }),
    }),
    report: courier.report,
    start: courier.start,
    stop: courier.stop,
  };
}
