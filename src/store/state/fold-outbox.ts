import { BOUNDS } from '../../domain/bounds.js';
import { correctStamp, type ClockStamp, type Restamp } from '../../domain/clock/restamp.js';
import { seriesKey } from '../../domain/messages/alert-throttle.js';
import { addUsage } from '../../domain/messages/daily-usage.js';
import type { Message } from '../../domain/messages/message.js';
import { addUnsent } from '../../domain/messages/unsent-alerts.js';
import { hasQuota } from '../../schema/channels.js';
import type { Entry } from '../../schema/entry.js';
import type { NewMessage, UsageThreshold } from '../../schema/messages/message.js';
import type { State } from './state.js';
import { trimGreediest, trimMap } from './trim-map.js';
import { trimUsage } from './trim-state.js';

/** An SMS has no more segments than this; the last delivery report of each is kept. */
const MAX_DELIVERIES = 20;

type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

export const stampOf = ({ at, boot, up }: Entry): ClockStamp => ({ at, boot, up });

function finish(state: State, message: Message): void {
  state.outbox.delete(message.id);
  state.finishedMessages.set(message.id, message);
  trimMap(state.finishedMessages, BOUNDS.finishedMessages);
}

function countUnits(state: State, { deviceId, channel, date }: Message, units: number, notice?: UsageThreshold): void {
  if (!hasQuota(channel) || date === null || (units === 0 && notice === undefined)) return;
  state.sent.set(deviceId, addUsage(state.sent.get(deviceId), date, { channel, units, notice }));
  trimUsage(state);
}

/**
 * The last alert. It is not part of the state: the messages that an alert causes follow it in the same append, and a
 * snapshot is written only between two appends.
 */
const lastAlerts = new WeakMap<State, EntryOf<'alert'>>();

export function noteAlert(state: State, entry: EntryOf<'alert'>): void {
  lastAlerts.set(state, entry);
}

function alertIdOf(state: State, { deviceId, cause }: NewMessage): Pick<Message, 'alertId'> {
  const last = lastAlerts.get(state);
  const isOfLast = last?.v.deviceId === deviceId && last.v.alert.dateTime === cause.alert?.dateTime;
  return isOfLast ? { alertId: String(last.n) } : {};
}

/** The number of the entry is the message's id. */
export function onQueued(state: State, entry: EntryOf<'message' | 'command-message'>, isUntrusted: boolean): void {
  const isCommand = entry.kind === 'command-message';
  const added = isCommand ? entry.v.message : entry.v;
  const { suppressed, ...message } = added;
  if (suppressed === 'outbox_full') state.unsentAlerts = addUnsent(state.unsentAlerts, { at: entry.at, ...added });
  const stamp = stampOf(entry);
  const queued: Message = {
    ...message,
    id: String(entry.n),
    ...alertIdOf(state, added),
    state: suppressed === undefined ? 'queued' : 'suppressed',
    reason: suppressed ?? null,
    attempts: 0,
    date: null,
    queued: stamp,
    ...(isUntrusted && { untrusted: true }),
    ...(isCommand && { isCommand }),
    settled: suppressed === undefined ? null : stamp,
    references: [],
    deliveries: [],
  };
  if (suppressed === undefined) state.outbox.set(queued.id, queued);
  else finish(state, queued);
}

export function onSending(state: State, { v: { id, date } }: EntryOf<'message-begun'>): void {
  const message = state.outbox.get(id);
  if (message === undefined) return;
  const sending: Message = { ...message, state: 'sending', date, attempts: message.attempts + 1 };
  state.outbox.set(id, sending);
  countUnits(state, sending, sending.units);
}

export function onReturned(state: State, { v: { id, reason, counted: units } }: EntryOf<'message-returned'>): void {
  const message = state.outbox.get(id);
  if (message === undefined) return;
  countUnits(state, message, units - message.units);
  state.outbox.set(id, { ...message, state: 'queued', reason, date: null });
}

export function onSettled(state: State, entry: EntryOf<'message-settled'>): void {
  const { id, state: finalState, reason, counted: units, references, notice } = entry.v;
  const message = state.outbox.get(id);
  if (message === undefined) return;
  countUnits(state, message, units - message.units, notice);
  finish(state, { ...message, state: finalState, reason, references, settled: stampOf(entry) });
}

export function onDelivery(state: State, { at, v: { id, part, fate } }: EntryOf<'message-delivery'>): void {
  const withDelivery = (message: Message): Message => {
    const others = message.deliveries.filter((delivery) => delivery.part !== part);
    const deliveries = [...others, { part, fate, at }].sort((a, b) => a.part - b.part).slice(0, MAX_DELIVERIES);
    return { ...message, deliveries };
  };
  const waiting = state.outbox.get(id);
  if (waiting !== undefined) state.outbox.set(id, withDelivery(waiting));
  const finished = state.finishedMessages.get(id);
  if (finished === undefined) return;
  state.finishedMessages.set(id, withDelivery(finished));
  trimMap(state.finishedMessages, BOUNDS.finishedMessages);
}

export function onAlertSeries(state: State, { v }: EntryOf<'alert-series'>): void {
  const key = seriesKey(v);
  state.series.delete(key);
  state.series.set(key, v);
  trimGreediest(state.series, BOUNDS.series, ({ deviceId }) => deviceId);
}

/** Forgets the usage of removed devices once a later local date has started. */
export function dropOldUsage(state: State, { v: { date } }: EntryOf<'day'>): void {
  for (const [deviceId, counts] of state.sent) {
    if (!state.devices.has(deviceId) && (counts.at(-1)?.date ?? '') < date) state.sent.delete(deviceId);
  }
}

/**
 * The clock is trusted from this entry on. Messages that this run queued before get their right time. The age of those
 * that an earlier run queued with an untrusted clock is unknown: it counts from now.
 */
export function restampMessages(state: State, entry: EntryOf<'clock'>, restamps: readonly Restamp[]): void {
  const corrected = (stamp: ClockStamp): ClockStamp => correctStamp(stamp, restamps);
  for (const [id, message] of state.outbox) {
    const { untrusted, ...others } = message;
    if (untrusted !== true) continue;
    const queued = message.queued.boot === entry.boot ? corrected(message.queued) : stampOf(entry);
    state.outbox.set(id, { ...others, queued });
  }
  if (restamps.length === 0) return;
  for (const [id, message] of state.finishedMessages) {
    const { queued, settled } = message;
    state.finishedMessages.set(id, {
      ...message,
      queued: corrected(queued),
      settled: settled && corrected(settled),
    });
  }
}
