import type { Channel } from '../../channels/channel.js';
import { messageOf } from '../../errors.js';
import type { Change, Entry } from '../../schema/entry.js';
import { channelNames, type ChannelName, type Delivery } from '../../schema/message.js';
import { createLane, type LaneOptions } from './lane.js';

export type Channels = Readonly<Partial<Record<ChannelName, Channel>>>;

/** Hands over what is in the outbox, each channel by itself. */
export type Courier = {
  readonly start: () => void;
  /** What is being handed over ends as what is known of it by then. */
  readonly stop: () => Promise<void>;
  /** Hears what the network reports of a message that was sent. */
  readonly report: (id: string, delivery: Pick<Delivery, 'part' | 'fate'>) => void;
};

export type CourierOptions = Omit<LaneOptions, 'name' | 'channel' | 'store'> & {
  readonly channels: Channels;
  readonly store: LaneOptions['store'] & { subscribe: (listener: (entries: readonly Entry[]) => void) => () => void };
};

/** A channel that has become ready, a limit of a new day, a message that is too late: none of them knocks. */
const LOOK_MS = 5_000;
const INTERRUPTED = 'the gateway stopped while it was handed over: whether it went is not known';

/** After these there may be something to hand over. */
const wakers: ReadonlySet<Entry['kind']> = new Set(['message', 'device', 'device-removed', 'day', 'clock']);

export function createCourier({ channels, store, ...options }: CourierOptions): Courier {
  const { timers, logger, inTurn } = options;
  const { state } = store;
  const lanes = channelNames.map((name) => createLane({ ...options, store, name, channel: channels[name] }));
  /** what a former run has left in the middle */
  const interrupted = [...state.waiting.values()].filter((message) => message.state === 'sending');
  let stopLooking = (): void => undefined;
  let unsubscribe = (): void => undefined;

  const wake = (): void => {
    for (const lane of lanes) lane.wake();
  };

  /** Whoever was handing over then can not be asked any more. */
  async function settleInterrupted(): Promise<void> {
    const left = interrupted.filter(({ id }) => state.waiting.get(id)?.state === 'sending');
    interrupted.length = 0;
    if (left.length === 0) return;
    const settled = left.map(({ id, units, deviceId, channel }): Change => {
      logger.warn({ id, deviceId, channel, reason: INTERRUPTED }, 'message uncertain');
      const v = { id, state: 'uncertain' as const, reason: INTERRUPTED, counted: units, references: [] };
      return { kind: 'message-settled', v };
    });
    await inTurn(() => store.append(settled)).catch((error: unknown) => {
      interrupted.push(...left);
      logger.debug({ reason: messageOf(error) }, 'the outbox can not be written at present');
    });
  }

  function look(): void {
    stopLooking = timers.after(LOOK_MS, look);
    void settleInterrupted();
    wake();
  }

  return {
    start() {
      for (const channel of Object.values(channels)) channel.start();
      unsubscribe = store.subscribe((entries) => {
        if (entries.some(({ kind }) => wakers.has(kind))) wake();
      });
      look();
    },
    async stop() {
      unsubscribe();
      stopLooking();
      const stopping = lanes.map((lane) => lane.stop());
      await Promise.all(Object.values(channels).map((channel) => channel.stop()));
      await Promise.all(stopping);
    },
    report(id, { part, fate }) {
      store.append([{ kind: 'message-delivery', v: { id, part, fate } }]).catch((error: unknown) => {
        logger.debug({ id, reason: messageOf(error) }, 'a delivery report is not written');
      });
    },
  };
}
