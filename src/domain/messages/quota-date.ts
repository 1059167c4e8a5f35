import { daysBetween } from '../clock/local-date.js';

/** A correction puts the clock back by a day at most; a date further ahead of a verified clock was an error. */
const MAX_DAYS_BACK = 1;

/**
 * The local date that quotas count against. `date`: the local date of the clock; `last`: the last date announced. A clock
 * that is put back does not restore a quota; only one that is known to be right takes back a date that is days ahead, because the
 * counters would not reset until then.
 */
export function quotaDate(date: string, last: string | undefined, isVerified: boolean): string {
  if (last === undefined || date >= last) return date;
  return isVerified && daysBetween(date, last) > MAX_DAYS_BACK ? date : last;
}
