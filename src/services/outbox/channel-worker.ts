import type { Channel, ChannelFormat, SendResult } from '../../channels/channel.js';
import { expiryOf, quotaOf, type Message } from '../../domain/messages/message.js';
import { createSendOrder, type SendOrder } from '../../domain/messages/send-order.js';
import { sentUnits, usageOn } from '../../domain/messages/daily-usage.js';
import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Mutex } from '../../mutex.js';
import type { ChannelName } from '../../schema/channels.js';
import type { Change } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import type { Timers } from '../../time/clock.js';
import type { Time } from '../time/time.js';
import type { AlertMessages } from './alert-messages.js';
import { toDeliveryResult } from './delivery-result.js';
import type { MessageEvents } from './message-events.js';
import { createRetryBackoff, type RetryBackoff } from './retry-backoff.js';

/** Sends the queued messages of one channel, one at a time in each lane. */
export type ChannelWorker = {
  /** Call when there may be something to send. */
  readonly wake: () => void;
  /** Tries all messages at once, whatever failed before. */
  readonly retryNow: () => void;
  /** Starts no further message; resolves once the current ones are settled with what is known about them. */
  readonly stop: () => Promise<void>;
};

export type ChannelWorkerOptions = {
  readonly name: ChannelName;
  /** the channel as it is now; undefined: not configured, its messages expire */
  readonly channel: () => Channel | undefined;
  readonly format: Pick<ChannelFormat, 'hasLanes'>;
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly events: MessageEvents;
  readonly alertMessages: AlertMessages;
  readonly time: Pick<Time, 'now' | 'trustedNow' | 'quality' | 'date'>;
  /** shared with everything that queues or cancels messages */
  readonly exclusive: Mutex;
  readonly timers: Timers;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'debug'>;
};

type ChannelWorkerState = {
  readonly options: ChannelWorkerOptions;
  readonly backoff: RetryBackoff;
  readonly order: SendOrder;
  isStopped: boolean;
  isWoken: boolean;
  running: Promise<void> | undefined;
  /** what is being sent, by lane */
  readonly sending: Map<string, Promise<void>>;
  /** end the pauses before the next attempts to store a result */
  readonly pauses: Set<() => void>;
};

/** The disk may be full: the result of a message is stored as soon as possible. */
const RETRY_MS = 1_000;
/** Recipients that are sent to at the same time: as many as there can be webhooks. */
const MAX_LANES = 32;

export function createChannelWorker(options: ChannelWorkerOptions): ChannelWorker {
  const worker: ChannelWorkerState = {
    options,
    backoff: createRetryBackoff(options.timers),
    order: createSendOrder(),
    isStopped: false,
    isWoken: false,
    running: undefined,
    sending: new Map(),
    pauses: new Set(),
  };
  return {
    wake() {
      wake(worker);
    },
    retryNow() {
      worker.backoff.clear();
      wake(worker);
    },
    async stop() {
      worker.isStopped = true;
      for (const endPause of worker.pauses) endPause();
      await worker.running;
      await Promise.all(worker.sending.values());
    },
  };
}

function wake(worker: ChannelWorkerState): void {
  worker.isWoken = true;
  if (worker.isStopped) return;
  const { name, logger } = worker.options;
  worker.running ??= run(worker)
    .catch((error: unknown) => {
      logger.debug({ channel: name, reason: messageOf(error) }, 'outbox write failed');
    })
    .finally(() => {
      worker.running = undefined;
      if (worker.isWoken) wake(worker);
    });
}

async function run(worker: ChannelWorkerState): Promise<void> {
  while (worker.isWoken) {
    worker.isWoken = false;
    for (let taken = await take(worker); taken !== undefined; taken = await take(worker)) startSending(worker, taken);
  }
}

/** Wakes the worker for the next message of the lane. */
function startSending(worker: ChannelWorkerState, taken: Taken): void {
  const lane = laneOf(worker.options, taken.message);
  const sending = send(worker, taken).finally(() => {
    worker.sending.delete(lane);
    wake(worker);
  });
  worker.sending.set(lane, sending);
}

async function send(worker: ChannelWorkerState, { message, channel }: Taken): Promise<void> {
  const { id, to, subject, text } = message;
  const readEvent = () => worker.options.events.read(message);
  const outcome = await channel.send({ id, to, ...(subject !== undefined && { subject }), text, readEvent });
  await settleWithRetry(worker, message, outcome);
}

const laneOf = ({ format }: ChannelWorkerOptions, { to }: Message): string => (format.hasLanes ? to : '');

/** A message that was begun, and the channel that sends it. */
type Taken = { readonly message: Message; readonly channel: Channel };

/** Expires overdue messages, then begins the next one. */
const take = (worker: ChannelWorkerState): Promise<Taken | undefined> => {
  const { options, backoff, order } = worker;
  const { store, time, exclusive } = options;
  return exclusive(async () => {
    const overdue = queuedMessages(options).filter((message) => isOverdue(message, time));
    if (overdue.length > 0) await store.append(overdue.map((message) => expired(message, options)));
    backoff.retainOnly(store.state.outbox);
    const channel = options.channel();
    const next = worker.isStopped ? undefined : nextMessage(worker, channel);
    if (channel === undefined || next === undefined) return undefined;
    await store.append([{ kind: 'message-begun', v: { id: next.id, date: time.date() } }]);
    order.onSent(next);
    const message = store.state.outbox.get(next.id);
    return message && { message, channel };
  });
};

const queuedMessages = ({ name, store }: ChannelWorkerOptions): Message[] =>
  [...store.state.outbox.values()].filter(({ channel, state }) => channel === name && state === 'queued');

const isOverdue = (message: Message, { quality, trustedNow }: ChannelWorkerOptions['time']): boolean =>
  quality() !== 'none' && message.untrusted !== true && expiryOf(message) <= trustedNow();

function isWithinQuota({ deviceId, units }: Message, { name, store, time }: ChannelWorkerOptions): boolean {
  const limit = quotaOf(store.state.devices.get(deviceId), name);
  return limit === null || sentUnits(usageOn(store.state.sent.get(deviceId), time.date()), name) + units <= limit;
}

function nextMessage(
  { options, backoff, order, sending }: ChannelWorkerState,
  channel: Channel | undefined,
): Message | undefined {
  if (channel === undefined || sending.size >= (options.format.hasLanes ? MAX_LANES : 1)) return undefined;
  const isReady = readinessOf(channel);
  return order.next(
    queuedMessages(options).filter(
      (message) =>
        !sending.has(laneOf(options, message)) &&
        isReady(message.to) &&
        !backoff.isDelayed(message.id) &&
        isWithinQuota(message, options),
    ),
  );
}

/** Can it send to a recipient? Each is asked about once. */
function readinessOf(channel: Channel): (to: string) => boolean {
  if (channel.statusFor === undefined) {
    const isReady = channel.status().state === 'ready';
    return () => isReady;
  }
  const known = new Map<string, boolean>();
  return (to) => {
    const isReady = known.get(to) ?? channel.statusFor?.(to).state === 'ready';
    known.set(to, isReady);
    return isReady;
  };
}

function expired(message: Message, options: ChannelWorkerOptions): Change {
  const { name } = options;
  const channel = options.channel();
  const status = channel?.statusFor?.(message.to) ?? channel?.status();
  const channelReason = status === undefined ? `channel ${name} is not configured` : status.reason;
  const why =
    message.reason ??
    channelReason ??
    (isWithinQuota(message, options) ? 'other messages came first' : 'the daily limit was used up');
  const reason = `not sent in time: ${why}`;
  return { kind: 'message-settled', v: { id: message.id, state: 'expired', reason, counted: 0, references: [] } };
}

/** Until the result is stored, the message stays in the state `sending`, so that a restart knows that it was begun. */
async function settleWithRetry(worker: ChannelWorkerState, message: Message, outcome: SendResult): Promise<void> {
  const { logger } = worker.options;
  for (;;) {
    try {
      await settle(worker, message, outcome);
      return;
    } catch (error) {
      if (worker.isStopped) return;
      logger.debug({ id: message.id, reason: messageOf(error) }, 'message result not stored, retrying');
      await pause(worker);
    }
  }
}

async function settle(worker: ChannelWorkerState, message: Message, outcome: SendResult): Promise<void> {
  const { options, backoff } = worker;
  const { name, store, alertMessages, time, logger } = options;
  const { id, deviceId } = message;
  const { changes, alerts, willRetry } = toDeliveryResult(message, outcome, store.state, time.now());
  await alertMessages.appendWithMessages(alerts, changes);
  if (willRetry) {
    backoff.delay(id, outcome.outcome === 'failed' && outcome.isChannelFault === true);
    return;
  }
  if (outcome.outcome === 'sent') releaseHeld(worker, laneOf(options, message));
  const fields = { id, deviceId, channel: name, ...(outcome.outcome !== 'sent' && { reason: outcome.reason }) };
  if (outcome.outcome === 'sent') logger.info(fields, 'message sent');
  else logger.warn(fields, `message ${outcome.outcome}`);
}

/** What held the messages of this lane is over. */
function releaseHeld({ options, backoff }: ChannelWorkerState, lane: string): void {
  const { outbox } = options.store.state;
  backoff.release((id) => {
    const held = outbox.get(id);
    return held !== undefined && laneOf(options, held) === lane;
  });
}

const pause = (worker: ChannelWorkerState): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      cancel();
      worker.pauses.delete(end);
      resolve();
    };
    const cancel = worker.options.timers.after(RETRY_MS, end);
    worker.pauses.add(end);
  });
