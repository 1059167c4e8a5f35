import { CHANNEL_NAMES, type ChannelName } from '../../schema/messages/message.js';
import type { OutboxStatus } from '../../schema/system/health.js';
import type { Timers } from '../../time/timers.js';
import type { Logger } from '../../logger.js';
import type { Store } from '../../store/store.js';
import type { Devices } from '../devices/devices.js';
import type { Time } from '../time/time.js';
import { createMutex } from '../../mutex.js';
import { createDispatcher, type Channels } from './dispatcher.js';
import { createMessages, type Messages } from './messages.js';
import { createAlertMessages, type AlertMessages } from './alert-messages.js';
import type { ChannelFormats } from './messages.js';

/** Everything that is to be told to somebody who is away: what brings it in, what shows it, what takes it out. */
export type Outbox = {
  readonly alertMessages: AlertMessages;
  readonly messages: Messages;
  readonly status: () => OutboxStatus;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};

export type OutboxOptions = {
  readonly store: Store;
  readonly devices: Pick<Devices, 'find'>;
  readonly channels: Channels;
  readonly formats: ChannelFormats;
  /** s that a message is of use */
  readonly ttl: number;
  readonly time: Time;
  readonly timers: Timers;
  readonly logger: Logger;
};

export function createOutbox(options: OutboxOptions): Outbox {
  const { store, devices, channels, formats, ttl, time, timers, logger } = options;
  const { waiting } = store.state;
  const { timeZone, date: today } = time;
  // Who lets a message in, takes it out or sends it decides on what the one before has done.
  const exclusive = createMutex();
  const alertMessages = createAlertMessages({
    store,
    clock: time,
    trust: time,
    today,
    timeZone,
    formats,
    ttl,
    exclusive,
  });
  const isConfigured = (name: ChannelName): boolean => channels[name] !== undefined;
  const messages = createMessages({
    store,
    devices,
    clock: { now: time.trustedNow },
    today,
    formats,
    ttl,
    isConfigured,
    exclusive,
  });
  const dispatcher = createDispatcher({
    store,
    channels,
    alertMessages,
    clock: time,
    trust: time,
    today,
    exclusive,
    timers,
    logger,
  });

  return {
    alertMessages,
    messages,
    status: () => ({
      waiting: waiting.size,
      channels: CHANNEL_NAMES.flatMap((name) => {
        const status = channels[name]?.status();
        if (status === undefined) return [];
        const own = [...waiting.values()].filter(({ channel }) => channel === name).length;
        return [{ name, waiting: own, state: status.state, reason: status.reason }];
      }),
    }),
    start: dispatcher.start,
    stop: dispatcher.stop,
  };
}
