import { seriesKey } from '../domain/alert-series.js';
import type { Message, Stamp } from '../domain/message.js';
import { isWithin, putForward, type Restamp } from '../domain/restamp.js';
import { counted } from '../domain/sent-counts.js';
import type { Entry } from '../schema/entry.js';
import type { NoticePercent } from '../schema/message.js';
import { keepLast } from './keep-last.js';
import type { State } from './state.js';

/** Of settled messages the last are kept, and of alerts that are raised again and again. */
const MOST_SETTLED = 10_000;
const MOST_SERIES = 10_000;
/** An SMS has no more parts than this, of each of which two reports may come. */
const MOST_DELIVERIES = 20;

type Of<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

const stampOf = ({ at, boot, up }: Entry): Stamp => ({ at, boot, up });

function settle(state: State, message: Message): void {
  state.waiting.delete(message.id);
  state.settled.set(message.id, message);
  keepLast(state.settled, MOST_SETTLED);
}

function count(state: State, { deviceId, channel, date }: Message, units: number, notice?: NoticePercent): void {
  if (date === null || (units === 0 && notice === undefined)) return;
  state.sent.set(deviceId, counted(state.sent.get(deviceId), date, { channel, units, notice }));
}

/** It is in the outbox, by the number of its entry. */
export function queue(state: State, entry: Of<'message'>, isDoubted: boolean): void {
  const { suppressed, ...message } = entry.v;
  const stamp = stampOf(entry);
  const queued: Message = {
    ...message,
    id: String(entry.n),
    state: suppressed === undefined ? 'queued' : 'suppressed',
    reason: suppressed ?? null,
    attempts: 0,
    date: null,
    queued: stamp,
    ...(isDoubted && { doubted: true }),
    settled: suppressed === undefined ? null : stamp,
    references: [],
    deliveries: [],
  };
  if (suppressed === undefined) state.waiting.set(queued.id, queued);
  else settle(state, queued);
}

export function begin(state: State, { v: { id, date } }: Of<'message-begun'>): void {
  const message = state.waiting.get(id);
  if (message === undefined) return;
  const begun: Message = { ...message, state: 'sending', date, attempts: message.attempts + 1 };
  state.waiting.set(id, begun);
  count(state, begun, begun.units);
}

export function giveBack(state: State, { v: { id, reason, counted: units } }: Of<'message-returned'>): void {
  const message = state.waiting.get(id);
  if (message === undefined) return;
  count(state, message, units - message.units);
  state.waiting.set(id, { ...message, state: 'queued', reason, date: null });
}

export function end(state: State, entry: Of<'message-settled'>): void {
  const { id, state: ended, reason, counted: units, references, notice } = entry.v;
  const message = state.waiting.get(id);
  if (message === undefined) return;
  count(state, message, units - message.units, notice);
  settle(state, { ...message, state: ended, reason, references, settled: stampOf(entry) });
}

export function report(state: State, { at, v: { id, part, fate } }: Of<'message-delivery'>): void {
  for (const map of [state.waiting, state.settled]) {
    const message = map.get(id);
    if (message === undefined) continue;
    const others = message.deliveries.filter((delivery) => delivery.part !== part);
    const deliveries = [...others, { part, fate, at }].sort((a, b) => a.part - b.part).slice(0, MOST_DELIVERIES);
    map.set(id, { ...message, deliveries });
  }
}

export function raise(state: State, { v }: Of<'alert-series'>): void {
  const key = seriesKey(v);
  state.series.delete(key);
  state.series.set(key, v);
  keepLast(state.series, MOST_SERIES);
}

/** Of devices that are gone nothing is counted once a later day has begun. */
export function forgetSent(state: State, { v: { date } }: Of<'day'>): void {
  for (const [deviceId, counts] of state.sent) {
    if (!state.devices.has(deviceId) && (counts.at(-1)?.date ?? '') < date) state.sent.delete(deviceId);
  }
}

/**
 * The clock is right from this entry on. What was queued while it was in doubt is as old as it turns out to be; of what
 * an earlier run has left that is not to be known, and it counts from now.
 */
export function restampMessages(state: State, entry: Of<'clock'>, known: readonly Restamp[]): void {
  const right = (stamp: Stamp): Stamp => {
    const restamp = known.find((one) => isWithin(one, stamp));
    return restamp === undefined ? stamp : { ...stamp, at: putForward(stamp.at, restamp.by) };
  };
  for (const [id, message] of state.waiting) {
    const { doubted, ...others } = message;
    if (doubted !== true) continue;
    const queued = message.queued.boot === entry.boot ? right(message.queued) : stampOf(entry);
    state.waiting.set(id, { ...others, queued });
  }
  if (known.length === 0) return;
  for (const [id, message] of state.settled) {
    const { queued, settled } = message;
    state.settled.set(id, { ...message, queued: right(queued), settled: settled && right(settled) });
  }
}
