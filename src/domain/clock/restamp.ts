import type { Entry } from '../../schema/entry.js';
import type { RecordChange } from '../records/record.js';

/** A stretch of a run (`boot`) whose clock was not to be believed: from wall time `at` (ms since 1970) and `up` (ms) on. */
export type UntrustedPeriod = { readonly boot: string; readonly at: number; readonly up: number };

/** The same once the time is known: up to `until` (ms since the boot) its clock was to be put forward `by` so many ms. */
export type Restamp = UntrustedPeriod & { readonly until: number; readonly by: number };

type StampedEntry = Pick<Entry, 'at' | 'boot' | 'up'>;
export type RecordEntry = Entry & RecordChange;

/** Less is not worth a second time for the same record. */
const MIN_SHIFT_MS = 60_000;
/** From the reading of a record that has no time of its own to the writing of it. */
const MAX_DELAY_MS = 10_000;
/** A tracker may say how old its record is. */
const MAX_AGE_MS = 86_400_000;

/** What the stretch turns out to be at an entry whose stamp is good; undefined where it was right enough. */
export function restampOf({ boot, at, up }: UntrustedPeriod, trusted: StampedEntry): Restamp | undefined {
  const by = Math.round(Date.parse(trusted.at) - trusted.up - (at - up));
  return Math.abs(by) < MIN_SHIFT_MS ? undefined : { boot, at, up, until: trusted.up, by };
}

/** The wall times that its records may bear whose right time is from `from` to `to`; none when `from` is after `to`. */
export const writtenTimes = (
  { at, up, until, by }: Restamp,
  from: number,
  to: number,
): { from: number; to: number } => ({
  from: Math.max(from - by, at - MAX_AGE_MS),
  to: Math.min(to - by, at + until - up + MAX_DELAY_MS),
});

/** Was it stamped in that stretch? What was written between the clock's being set and its being noticed was not. */
export const isStampedWithin = ({ boot, at, up, until }: Restamp, entry: StampedEntry): boolean =>
  entry.boot === boot &&
  entry.up >= up &&
  entry.up < until &&
  Math.abs(Date.parse(entry.at) - (at + entry.up - up)) < MIN_SHIFT_MS;

/** Has it got its time from the gateway? A tracker knows nothing of a clock that is wrong, so its own is another. */
export function isGatewayDated(entry: RecordChange & Pick<Entry, 'at'>): boolean {
  if (entry.kind === 'location' && entry.v.location.attributes?.timeSource === 'gateway') return true;
  const { dateTime } = entry.kind === 'location' ? entry.v.location : entry.v.alert;
  const age = Date.parse(entry.at) - Date.parse(dateTime);
  return age >= 0 && age < MAX_DELAY_MS;
}

export const shift = (instant: string, by: number): string => new Date(Date.parse(instant) + by).toISOString();

/** The record with its right time, marked so; as it is where it had one of its own. */
export function applyRestamp(entry: RecordEntry, restamp: Restamp): RecordEntry {
  if (!isStampedWithin(restamp, entry) || !isGatewayDated(entry)) return entry;
  if (entry.kind === 'alert') {
    const { alert } = entry.v;
    const dateTime = shift(alert.dateTime, restamp.by);
    return { ...entry, v: { ...entry.v, alert: { ...alert, dateTime, restamped: true } } };
  }
  const { location } = entry.v;
  const dateTime = shift(location.dateTime, restamp.by);
  const attributes = { ...location.attributes, restamped: true };
  return { ...entry, v: { ...entry.v, location: { ...location, dateTime, attributes } } };
}
