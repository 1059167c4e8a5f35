import type { Entry } from '../../schema/entry.js';
import type { RecordChange } from '../records/record.js';

/**
 * A part of a run (`boot`) with an untrusted clock: from wall time `at` (ms since 1970) and `up` (ms since boot) on.
 * `n`: number of the entry that began it; older versions did not keep it.
 */
export type UntrustedPeriod = {
  readonly boot: string;
  readonly at: number;
  readonly up: number;
  readonly n?: number;
};

/** The same once the time is known: up to `until` (ms since boot) its clock was behind `by` this many ms. */
export type Restamp = UntrustedPeriod & { readonly until: number; readonly by: number };

/** Entry `n` made the clock trusted: records `from` to `to` that it dated are moved by `seconds`; 0: they were right. */
export type RestampedRange = {
  readonly n: number;
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
};

/** When an entry was written: wall clock (UTC), boot id, ms since that boot. */
export type ClockStamp = Pick<Entry, 'at' | 'boot' | 'up'>;
export type RecordEntry = Entry & RecordChange;

/** Smaller errors are not corrected. */
const MIN_SHIFT_MS = 60_000;
/** Delay between receiving and writing a record that has no time of its own. */
const MAX_DELAY_MS = 10_000;
/** A tracker may report the age of its record, up to this. */
const MAX_AGE_MS = 86_400_000;

/** The correction of a period, by an entry with a trusted stamp; undefined if the clock was right enough. */
export function restampOf({ boot, at, up }: UntrustedPeriod, trusted: ClockStamp): Restamp | undefined {
  const by = Math.round(Date.parse(trusted.at) - trusted.up - (at - up));
  return Math.abs(by) < MIN_SHIFT_MS ? undefined : { boot, at, up, until: trusted.up, by };
}

/** The entries of the periods, in order, that entry `n` corrects. */
export const restampedRangesOf = (
  periods: readonly UntrustedPeriod[],
  { n, ...trusted }: ClockStamp & { readonly n: number },
): RestampedRange[] =>
  periods.flatMap((period, index) => {
    if (period.n === undefined) return [];
    const [from, to] = [period.n + 1, (periods[index + 1]?.n ?? n) - 1];
    return from > to ? [] : { n, from, to, seconds: (restampOf(period, trusted)?.by ?? 0) / 1000 };
  });

/** The stamp as it should have been, if one of the restamps applies to it. */
export function correctStamp(stamp: ClockStamp, restamps: readonly Restamp[]): ClockStamp {
  const restamp = restamps.find((one) => isStampedWithin(one, stamp));
  return restamp === undefined ? stamp : { ...stamp, at: shift(stamp.at, restamp.by) };
}

/** The wall times that records of the period may have whose right time is `from` to `to`; empty if `from` > `to`. */
export const writtenTimes = (
  { at, up, until, by }: Restamp,
  from: number,
  to: number,
): { from: number; to: number } => ({
  from: Math.max(from - by, at - MAX_AGE_MS),
  to: Math.min(to - by, at + until - up + MAX_DELAY_MS),
});

/** The entry was stamped in that period; not if the clock had been set before the gateway noticed. */
export const isStampedWithin = ({ boot, at, up, until }: Restamp, entry: ClockStamp): boolean =>
  entry.boot === boot &&
  entry.up >= up &&
  entry.up < until &&
  Math.abs(Date.parse(entry.at) - (at + entry.up - up)) < MIN_SHIFT_MS;

/**
 * This gateway dated the record; the tracker's own time does not depend on the gateway's clock, and other gateways forward
 * only what they dated right.
 */
export function isGatewayDated(entry: RecordChange & Pick<Entry, 'at'>): boolean {
  if (entry.v.source.gateway !== undefined) return false;
  if (entry.kind === 'location' && entry.v.location.attributes?.timeSource === 'gateway') return true;
  if (entry.kind === 'alert' && entry.v.alert.trackerTime !== undefined) return true;
  const { dateTime } = entry.kind === 'location' ? entry.v.location : entry.v.alert;
  const age = Date.parse(entry.at) - Date.parse(dateTime);
  return age >= 0 && age < MAX_DELAY_MS;
}

export const shift = (instant: string, by: number): string => new Date(Date.parse(instant) + by).toISOString();

/** The record with its right time, marked `restamped`; unchanged if the tracker dated it. */
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

/** The record with its right time, if that has become known. */
export function correctTime(entry: RecordEntry, restamps: readonly Restamp[]): RecordEntry {
  for (const restamp of restamps) {
    const right = applyRestamp(entry, restamp);
    if (right !== entry) return right;
  }
  return entry;
}

/** The gateway dated the record by a clock that is not trusted yet. */
export const isUntrustedRecord = (periods: readonly UntrustedPeriod[], entry: RecordEntry): boolean =>
  isUntrustedStamp(periods, entry) && isGatewayDated(entry);

export const isUntrustedStamp = (periods: readonly UntrustedPeriod[], stamp: ClockStamp): boolean =>
  periods.some((period) => isStampedWithin({ ...period, until: Infinity, by: 0 }, stamp));
