import type { Channel, Outcome } from '../../channels/channel.js';
import { endOf, isOfAlert, limitOf, type Message } from '../../domain/message.js';
import { sentOn } from '../../domain/sent-counts.js';
import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Change } from '../../schema/entry.js';
import type { ChannelName } from '../../schema/message.js';
import type { Timers } from '../../serial/timers.js';
import type { Store } from '../../store/store.js';
import type { ClockTrust } from '../clock-trust.js';
import type { Clock } from '../clock.js';
import type { Today } from '../today.js';
import type { Turns } from '../../turns.js';
import { createHolds } from './holds.js';
import type { Notify } from './notify.js';
import { settlementOf } from './settlement.js';

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
      holds.keep(state.waiting);
      const message = next();
      if (message === undefined) return undefined;
      await store.append([{ kind: 'message-begun', v: { id: message.id, date: today() } }]);
      return state.waiting.get(message.id);
    });

  async function settle(message: Message, outcome: Outcome): Promise<void> {
    const { id, deviceId } = message;
    const { change, alerts, isReturned } = settlementOf(message, outcome, state, clock.now());
    await notify.append(alerts, [change]);
    if (isReturned) {
      holds.hold(id);
      return;
    }
    const told = { id, deviceId, channel: name, ...(outcome.outcome !== 'sent' && { reason: outcome.reason }) };
    if (outcome.outcome === 'sent') logger.info(told, 'message sent');
    else logger.warn(told, `message ${outcome.outcome}`);
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
