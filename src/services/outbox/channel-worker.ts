import type { Channel, SendResult } from '../../channels/channel.js';
import { expiryOf, isFromAlert, quotaOf, type Message } from '../../domain/messages/message.js';
import { sentUnits, usageOn } from '../../domain/messages/daily-usage.js';
import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Change } from '../../schema/entry.js';
import type { ChannelName } from '../../schema/messages/message.js';
import type { Timers } from '../../time/timers.js';
import type { Store } from '../../store/store.js';
import type { ClockTrust } from '../time/clock-trust.js';
import type { Clock } from '../../time/clock.js';
import type { CurrentDate } from '../time/current-date.js';
import type { Mutex } from '../../mutex.js';
import { createRetryBackoff } from './retry-backoff.js';
import type { AlertMessages } from './alert-messages.js';
import { toDeliveryResult } from './delivery-result.js';

/** The way of the messages of one channel out of the outbox, one after the other. */
export type ChannelWorker = {
  /** Something may be to do. */
  readonly wake: () => void;
  /** Nothing more is begun; resolves once what was begun has ended as what is known of it. */
  readonly stop: () => Promise<void>;
};

export type ChannelWorkerOptions = {
  readonly name: ChannelName;
  /** left out: there is no such way; what waits for it expires */
  readonly channel: Channel | undefined;
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly alertMessages: AlertMessages;
  readonly clock: Pick<Clock, 'now'>;
  readonly trust: Pick<ClockTrust, 'trustedNow' | 'quality'>;
  readonly today: CurrentDate;
  /** what cancels a message, or lets one in, is in the same turns */
  readonly exclusive: Mutex;
  readonly timers: Timers;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'debug'>;
};

/** The disk may be full: what became of a message is written as soon as it can be. */
const RETRY_MS = 1_000;

export function createChannelWorker(options: ChannelWorkerOptions): ChannelWorker {
  const { name, channel, store, alertMessages, clock, trust, today, exclusive, timers, logger } = options;
  const { state } = store;
  const backoff = createRetryBackoff(timers);
  let isStopped = false;
  let running: Promise<void> | undefined;
  let isWoken = false;
  let resume = (): void => undefined;

  const queued = (): Message[] =>
    [...state.waiting.values()].filter((message) => message.channel === name && message.state === 'queued');

  const isOverdue = (message: Message): boolean =>
    trust.quality() !== 'none' && message.doubted !== true && expiryOf(message) <= trust.trustedNow();

  function isWithinQuota({ deviceId, units }: Message): boolean {
    const limit = quotaOf(state.devices.get(deviceId), name);
    return limit === null || sentUnits(usageOn(state.sent.get(deviceId), today()), name) + units <= limit;
  }

  /** What is handed over next: alerts before the rest, then in the order they came. */
  function nextMessage(): Message | undefined {
    if (isStopped || channel?.status().state !== 'ready') return undefined;
    const ready = queued().filter((message) => !backoff.isDelayed(message.id) && isWithinQuota(message));
    return ready.find(isFromAlert) ?? ready[0];
  }

  function expired(message: Message): Change {
    const channelReason = channel === undefined ? `no way for ${name} is configured` : channel.status().reason;
    const why =
      message.reason ??
      channelReason ??
      (isWithinQuota(message) ? 'it was not its turn' : 'the limit of the day was used up');
    const reason = `not sent in time: ${why}`;
    return { kind: 'message-settled', v: { id: message.id, state: 'expired', reason, counted: 0, references: [] } };
  }

  /** Takes what is too late out of the queue, and what is next into hand. */
  const take = (): Promise<Message | undefined> =>
    exclusive(async () => {
      const overdue = queued().filter(isOverdue);
      if (overdue.length > 0) await store.append(overdue.map(expired));
      backoff.retainOnly(state.waiting);
      const message = nextMessage();
      if (message === undefined) return undefined;
      await store.append([{ kind: 'message-begun', v: { id: message.id, date: today() } }]);
      return state.waiting.get(message.id);
    });

  async function settle(message: Message, outcome: SendResult): Promise<void> {
    const { id, deviceId } = message;
    const { change, alerts, willRetry } = toDeliveryResult(message, outcome, state, clock.now());
    await alertMessages.appendWithMessages(alerts, [change]);
    if (willRetry) {
      backoff.delay(id);
      return;
    }
    const fields = { id, deviceId, channel: name, ...(outcome.outcome !== 'sent' && { reason: outcome.reason }) };
    if (outcome.outcome === 'sent') logger.info(fields, 'message sent');
    else logger.warn(fields, `message ${outcome.outcome}`);
  }

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const cancel = timers.after(RETRY_MS, resolve);
      resume = () => {
        cancel();
        resolve();
      };
    });

  /** Until it is written it is in hand: a restart before that finds it so, and does not send it again. */
  async function settleWithRetry(message: Message, outcome: SendResult): Promise<void> {
    for (;;) {
      try {
        await settle(message, outcome);
        return;
      } catch (error) {
        if (isStopped) return;
        logger.debug({ id: message.id, reason: messageOf(error) }, 'what became of a message is not written yet');
        await pause();
      }
    }
  }

  async function run(): Promise<void> {
    while (isWoken) {
      isWoken = false;
      for (let message = await take(); message !== undefined && channel !== undefined; message = await take()) {
        const { id, to, subject, text } = message;
        const outcome = await channel.send({ id, to, ...(subject !== undefined && { subject }), text });
        await settleWithRetry(message, outcome);
      }
    }
  }

  function wake(): void {
    isWoken = true;
    if (isStopped) return;
    running ??= run()
      .catch((error: unknown) => {
        logger.debug({ channel: name, reason: messageOf(error) }, 'the outbox can not be written at present');
      })
      .finally(() => {
        running = undefined;
        if (isWoken) wake();
      });
  }

  return {
    wake,
    async stop() {
      isStopped = true;
      resume();
      await running;
    },
  };
}
