import type { Channel, DeliveryReport } from '../../channels/channel.js';
import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Mutex } from '../../mutex.js';
import { CHANNEL_NAMES, type ChannelName } from '../../schema/channels.js';
import type { Change, Entry } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import type { Timers } from '../../time/clock.js';
import type { Time } from '../time/time.js';
import type { AlertMessages } from './alert-messages.js';
import { createChannelSet, type Channels, type ChannelSet } from './channel-set.js';
import { createChannelWorker, type ChannelWorker } from './channel-worker.js';
import type { MessageEvents } from './message-events.js';
import type { ChannelFormats } from './messages.js';

/** Hands queued messages to the channels; one worker per channel. */
export type Dispatcher = {
  readonly start: () => void;
  readonly channels: Pick<ChannelSet, 'get' | 'isConfigured' | 'statusOf' | 'replace'>;
  /** A test message was sent to this recipient: what waits for the channel is tried at once. */
  readonly recovered: (name: ChannelName, to: string) => void;
  /** Settles the messages that are being sent with what is known about them by then. */
  readonly stop: () => Promise<void>;
};

export type DispatcherOptions = {
  /** the channels at the start */
  readonly channels: Channels;
  readonly formats: ChannelFormats;
  readonly events: MessageEvents;
  readonly store: Pick<Store, 'state' | 'append'> & {
    readonly subscribe: (listener: (entries: readonly Entry[]) => void) => () => void;
  };
  readonly alertMessages: AlertMessages;
  readonly time: Pick<Time, 'now' | 'trustedNow' | 'quality' | 'date'>;
  /** shared with everything that queues or cancels messages */
  readonly exclusive: Mutex;
  readonly timers: Timers;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'debug'>;
};

/** A channel that became ready, a new date and an expired message are polled, because these raise no event. */
const POLL_MS = 5_000;
const INTERRUPTED = 'the gateway stopped while sending it: it may have been sent';
const REPEATED = 'the gateway stopped while sending it: it is sent again';

/** Entries after which a message may be ready to send. */
const WAKING_KINDS: ReadonlySet<Entry['kind']> = new Set([
  'message',
  'command-message',
  'device',
  'device-removed',
  'day',
  'clock',
]);

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { store, formats, events, alertMessages, time, exclusive, timers, logger } = options;
  const { state } = store;
  const channels = createChannelSet(options.channels, onDeliveryReport);
  const workerOf = (name: ChannelName): ChannelWorker => {
    const channel = (): Channel | undefined => channels.get(name);
    const format = formats[name];
    return createChannelWorker({
      ...{ name, channel, format, store, events, alertMessages, time, exclusive, timers, logger },
    });
  };
  const workersByName = new Map(CHANNEL_NAMES.map((name) => [name, workerOf(name)]));
  const workers = [...workersByName.values()];
  /** messages that were being sent when the previous run ended */
  const interrupted = [...state.outbox.values()].filter((message) => message.state === 'sending');
  let stopPolling = (): void => undefined;
  let unsubscribe = (): void => undefined;

  const wake = (): void => {
    for (const worker of workers) worker.wake();
  };

  async function finishInterrupted(): Promise<void> {
    const left = interrupted.filter(({ id }) => state.outbox.get(id)?.state === 'sending');
    interrupted.length = 0;
    if (left.length === 0) return;
    const settled = left.map(({ id, units, deviceId, channel }): Change => {
      if (formats[channel].isRepeatable) return { kind: 'message-returned', v: { id, reason: REPEATED, counted: 0 } };
      logger.warn({ id, deviceId, channel, reason: INTERRUPTED }, 'message uncertain');
      const v = { id, state: 'uncertain' as const, reason: INTERRUPTED, counted: units, references: [] };
      return { kind: 'message-settled', v };
    });
    await exclusive(() => store.append(settled)).then(wake, (error: unknown) => {
      interrupted.push(...left);
      logger.debug({ reason: messageOf(error) }, 'outbox write failed');
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
      channels.start();
      unsubscribe = store.subscribe((entries) => {
        if (entries.some(({ kind }) => WAKING_KINDS.has(kind))) wake();
      });
      poll();
    },
    channels: {
      ...channels,
      async replace(name, create) {
        await channels.replace(name, create);
        workersByName.get(name)?.retryNow();
      },
    },
    recovered(name, to) {
      channels.get(name)?.recovered?.(to);
      workersByName.get(name)?.retryNow();
    },
    async stop() {
      unsubscribe();
      stopPolling();
      const stopping = workers.map((worker) => worker.stop());
      await channels.stop();
      await Promise.all(stopping);
    },
  };
}
