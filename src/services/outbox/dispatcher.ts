import type { Channel, DeliveryReport } from '../../channels/channel.js';
import { messageOf } from '../../errors.js';
import type { Change, Entry } from '../../schema/entry.js';
import { CHANNEL_NAMES, type ChannelName } from '../../schema/messages/message.js';
import { createChannelWorker, type ChannelWorkerOptions } from './channel-worker.js';

export type Channels = Readonly<Partial<Record<ChannelName, Channel>>>;

/** Hands over what is in the outbox, each channel by itself. */
export type Dispatcher = {
  readonly start: () => void;
  /** What is being handed over ends as what is known of it by then. */
  readonly stop: () => Promise<void>;
};

export type DispatcherOptions = Omit<ChannelWorkerOptions, 'name' | 'channel' | 'store'> & {
  readonly channels: Channels;
  readonly store: ChannelWorkerOptions['store'] & {
    subscribe: (listener: (entries: readonly Entry[]) => void) => () => void;
  };
};

/** A channel that has become ready, a limit of a new day, a message that is too late: none of them knocks. */
const POLL_MS = 5_000;
const INTERRUPTED = 'the gateway stopped while it was handed over: whether it went is not known';

/** After these there may be something to hand over. */
const WAKING_KINDS: ReadonlySet<Entry['kind']> = new Set(['message', 'device', 'device-removed', 'day', 'clock']);

export function createDispatcher({ channels, store, ...options }: DispatcherOptions): Dispatcher {
  const { timers, logger, exclusive } = options;
  const { state } = store;
  const workers = CHANNEL_NAMES.map((name) =>
    createChannelWorker({ ...options, store, name, channel: channels[name] }),
  );
  /** what a former run has left in the middle */
  const interrupted = [...state.waiting.values()].filter((message) => message.state === 'sending');
  let stopPolling = (): void => undefined;
  let unsubscribe = (): void => undefined;

  const wake = (): void => {
    for (const worker of workers) worker.wake();
  };

  /** Whoever was handing over then can not be asked any more. */
  async function finishInterrupted(): Promise<void> {
    const left = interrupted.filter(({ id }) => state.waiting.get(id)?.state === 'sending');
    interrupted.length = 0;
    if (left.length === 0) return;
    const settled = left.map(({ id, units, deviceId, channel }): Change => {
      logger.warn({ id, deviceId, channel, reason: INTERRUPTED }, 'message uncertain');
      const v = { id, state: 'uncertain' as const, reason: INTERRUPTED, counted: units, references: [] };
      return { kind: 'message-settled', v };
    });
    await exclusive(() => store.append(settled)).catch((error: unknown) => {
      interrupted.push(...left);
      logger.debug({ reason: messageOf(error) }, 'the outbox can not be written at present');
    });
  }

  function onDeliveryReport({ id, part, fate }: DeliveryReport): void {
    store.append([{ kind: 'message-delivery', v: { id, part, fate } }]).catch((error: unknown) => {
      logger.debug({ id, reason: messageOf(error) }, 'delivery report not stored');
    });
  }

  function poll(): void {
    stopPolling = timers.after(POLL_MS, poll);
    void finishInterrupted();
    wake();
  }

  return {
    start() {
      for (const channel of Object.values(channels)) channel.start(onDeliveryReport);
      unsubscribe = store.subscribe((entries) => {
        if (entries.some(({ kind }) => WAKING_KINDS.has(kind))) wake();
      });
      poll();
    },
    async stop() {
      unsubscribe();
      stopPolling();
      const stopping = workers.map((worker) => worker.stop());
      await Promise.all(Object.values(channels).map((channel) => channel.stop()));
      await Promise.all(stopping);
    },
  };
}
