import { seriesKey } from '../../domain/messages/alert-throttle.js';
import type { Message, ClockStamp } from '../../domain/messages/message.js';
import { isStampedWithin, shift, type Restamp } from '../../domain/clock/restamp.js';
import { addUsage } from '../../domain/messages/daily-usage.js';
import type { Entry } from '../../schema/entry.js';
import type { UsageThreshold } from '../../schema/messages/message.js';
import { trimMap } from './trim-map.js';
import type { State } from './state.js';

/** Of settled messages the last are kept, and of alerts that are raised again and again. */
const MAX_FINISHED = 10_000;
const MAX_SERIES = 10_000;
/** An SMS has no more parts than this, of each of which two reports may come. */
const MAX_DELIVERIES = 20;

type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

const stampOf = ({ at, boot, up }: Entry): ClockStamp => ({ at, boot, up });

function finish(state: State, message: Message): void {
  state.waiting.delete(message.id);
  state.settled.set(message.id, message);
  trimMap(state.settled, MAX_FINISHED);
}

function countUnits(state: State, { deviceId, channel, date }: Message, units: number, notice?: UsageThreshold): void {
  if (date === null || (units === 0 && notice === undefined)) return;
  state.sent.set(deviceId, addUsage(state.sent.get(deviceId), date, { channel, units, notice }));
}

/** It is in the outbox, by the number of its entry. */
export function onQueued(state: State, entry: EntryOf<'message'>, isUntrusted: boolean): void {
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
    ...(isUntrusted && { doubted: true }),
    settled: suppressed === undefined ? null : stamp,
    references: [],
    deliveries: [],
  };
  if (suppressed === undefined) state.waiting.set(queued.id, queued);
  else finish(state, queued);
}

export function onSending(state: State, { v: { id, date } }: EntryOf<'message-begun'>): void {
  const message = state.waiting.get(id);
  if (message === undefined) return;
  const sending: Message = { ...message, state: 'sending', date, attempts: message.attempts + 1 };
  state.waiting.set(id, sending);
  countUnits(state, sending, sending.units);
}

export function onReturned(state: State, { v: { id, reason, counted: units } }: EntryOf<'message-returned'>): void {
  const message = state.waiting.get(id);
  if (message === undefined) return;
  countUnits(state, message, units - message.units);
  state.waiting.set(id, { ...message, state: 'queued', reason, date: null });
}

export function onSettled(state: State, entry: EntryOf<'message-settled'>): void {
  const { id, state: finalState, reason, counted: units, references, notice } = entry.v;
  const message = state.waiting.get(id);
  if (message === undefined) return;
  countUnits(state, message, units - message.units, notice);
  finish(state, { ...message, state: finalState, reason, references, settled: stampOf(entry) });
}

export function onDelivery(state: State, { at, v: { id, part, fate } }: EntryOf<'message-delivery'>): void {
  for (const map of [state.waiting, state.settled]) {
    const message = map.get(id);
    if (message === undefined) continue;
    const others = message.deliveries.filter((delivery) => delivery.part !== part);
    const deliveries = [...others, { part, fate, at }].sort((a, b) => a.part - b.part).slice(0, MAX_DELIVERIES);
    map.set(id, { ...message, deliveries });
  }
}

export function onAlertSeries(state: State, { v }: EntryOf<'alert-series'>): void {
  const key = seriesKey(v);
  state.series.delete(key);
  state.series.set(key, v);
  trimMap(state.series, MAX_SERIES);
}

/** Of devices that are gone nothing is counted once a later day has begun. */
export function dropOldUsage(state: State, { v: { date } }: EntryOf<'day'>): void {
  for (const [deviceId, counts] of state.sent) {
    if (!state.devices.has(deviceId) && (counts.at(-1)?.date ?? '') < date) state.sent.delete(deviceId);
  }
}

/**
 * The clock is right from this entry on. What was queued while it was in doubt is as old as it turns out to be; of what
 * an earlier run has left that is not to be known, and it counts from now.
 */
export function restampMessages(state: State, entry: EntryOf<'clock'>, restamps: readonly Restamp[]): void {
  const corrected = (stamp: ClockStamp): ClockStamp => {
    const restamp = restamps.find((one) => isStampedWithin(one, stamp));
    return restamp === undefined ? stamp : { ...stamp, at: shift(stamp.at, restamp.by) };
  };
  for (const [id, message] of state.waiting) {
    const { doubted, ...others } = message;
    if (doubted !== true) continue;
    const queued = message.queued.boot === entry.boot ? corrected(message.queued) : stampOf(entry);
    state.waiting.set(id, { ...others, queued });
  }
  if (restamps.length === 0) return;
  for (const [id, message] of state.settled) {
    const { queued, settled } = message;
    state.settled.set(id, { ...message, queued: corrected(queued), settled: settled && corrected(settled) });
  }
}
