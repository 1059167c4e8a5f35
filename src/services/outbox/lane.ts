import type { Channel, Outcome } from '../../channels/channel.js';
import { limitNotice } from '../../domain/limit-notice.js';
import { endOf, isOfAlert, limitOf, type Message } from '../../domain/message.js';
import { noticeOf, sentOn } from '../../domain/sent-counts.js';
import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Change, TrackerChange } from '../../schema/entry.js';
import type { ChannelName, Settlement } from '../../schema/message.js';
import type { Timers } from '../../serial/timers.js';
import type { Store } from '../../store/store.js';
import type { ClockTrust } from '../clock-trust.js';
import type { Clock } from '../clock.js';
import type { Today } from '../today.js';
import type { Turns } from '../turns.js';
import { createHolds } from './holds.js';
import type { Notify } from './notify.js';

/** The way of the messages of one channel out of the outbox, one after the other. */
export type Lane = {
  /** Something may be to do. */
  readonly wake: () => void;
  /** Nothing more is begun; resolves once what was begun has ended as what is known of it. */
  readonly stop: () => Promise<void>;
};

export type LaneOptions = {
  readonly name: ChannelName;
  /** left out: there is no such way; what waits for it expires */
  readonly channel: Channel | undefined;
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly notify: Notify;
  readonly clock: Pick<Clock, 'now'>;
  readonly trust: Pick<ClockTrust, 'known' | 'quality'>;
  readonly today: Today;
  /** what cancels a message, or lets one in, is in the same turns */
  readonly inTurn: Turns;
  readonly timers: Timers;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'debug'>;
};

/** The disk may be full: what became of a message is written as soon as it can be. */
const AGAIN_MS = 1_000;

export function createLane(options: LaneOptions): Lane {
  const { name, channel, store, notify, clock, trust, today, inTurn, timers, logger } = options;
  const { state } = store;
  const holds = createHolds(timers);
  let isStopped = false;
  let running: Promise<void> | undefined;
  let isWoken = false;
  let resume = (): void => undefined;

  const queued = (): Message[] =>
    [...state.waiting.values()].filter((message) => message.channel === name && message.state === 'queued');

  const isOverdue = (message: Message): boolean =>
    trust.quality() !== 'none' && message.doubted !== true && endOf(message) <= trust.known();

  function hasRoom({ deviceId, units }: Message): boolean {
    const limit = limitOf(state.devices.get(deviceId), name);
    return limit === null || sentOn(state.sent.get(deviceId), today())[name] + units <= limit;
  }

  /** What is handed over next: alerts before the rest, then in the order they came. */
  function next(): Message | undefined {
    if (isStopped || channel?.status().state !== 'ready') return undefined;
    const ready = queued().filter((message) => !holds.isHeld(message.id) && hasRoom(message));
    return ready.find(isOfAlert) ?? ready[0];
  }

  function expired(message: Message): Change {
    const unsent = channel === undefined ? `no way for ${name} is configured` : channel.status().reason;
    const why =
      message.reason ?? unsent ?? (hasRoom(message) ? 'it was not its turn' : 'the limit of the day was used up');
    const reason = `not sent in time: ${why}`;
    return { kind: 'message-settled', v: { id: message.id, state: 'expired', reason, counted: 0, references: [] } };
  }

  /** Takes what is too late out of the queue, and what is next into hand. */
  const take = (): Promise<Message | undefined> =>
    inTurn(async () => {
      const overdue = queued().filter(isOverdue);
      if (overdue.length > 0) await store.append(overdue.map(expired));
      const message = next();
      if (message === undefined) return undefined;
      await store.append([{ kind: 'message-begun', v: { id: message.id, date: today() } }]);
      return state.waiting.get(message.id);
    });

  /** What is to be told of the limit with this message. */
  function noticed(message: Message, counted: number): { settled: Partial<Settlement>; alerts: TrackerChange[] } {
    const { deviceId, units, date } = message;
    const limit = limitOf(state.devices.get(deviceId), name);
    if (date === null || limit === null) return { settled: {}, alerts: [] };
    const count = sentOn(state.sent.get(deviceId), date);
    const used = count[name] - units + counted;
    const percent = noticeOf(used, limit, count.told?.[name]);
    if (percent === undefined) return { settled: {}, alerts: [] };
    const alert = limitNotice(name, { percent, used, limit, date }, clock.now());
    return {
      settled: { notice: percent },
      alerts: [{ kind: 'alert', v: { deviceId, alert, source: { protocol: 'gateway' } } }],
    };
  }

  function settle(message: Message, outcome: Outcome): Promise<void> {
    const { id, deviceId, units, attempts } = message;
    const { references } = outcome;
    const failed = outcome.outcome === 'failed' ? outcome : undefined;
    // Of an SMS in parts those that went have to be paid, also when it did not go whole.
    const counted = failed === undefined ? units : Math.min(references.length, units);
    const reason = outcome.outcome === 'sent' ? null : outcome.reason;
    if (failed?.retry === true && attempts < (failed.mostAttempts ?? Infinity)) {
      holds.hold(id);
      return store
        .append([{ kind: 'message-returned', v: { id, reason: failed.reason, counted } }])
        .then(() => undefined);
    }
    holds.release(id);
    const told = { id, deviceId, channel: name, ...(reason !== null && { reason }) };
    if (outcome.outcome === 'sent') logger.info(told, 'message sent');
    else logger.warn(told, `message ${outcome.outcome}`);
    const { settled, alerts } = noticed(message, counted);
    const v: Settlement = { id, state: outcome.outcome, reason, counted, references, ...settled };
    return notify.append(alerts, [{ kind: 'message-settled', v }]);
  }

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const cancel = timers.after(AGAIN_MS, resolve);
      resume = () => {
        cancel();
        resolve();
      };
    });

  /** Until it is written it is in hand: a restart before that finds it so, and does not send it again. */
  async function written(message: Message, outcome: Outcome): Promise<void> {
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
        await written(message, outcome);
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
