import { isVerified } from '../clock/clock-quality.js';
import { daysBetween } from '../clock/local-date.js';
import type { ClockQuality } from '../../schema/system/clock.js';

/** A clock that is put right goes back by a day at most; what is further ahead of a proven one was a mistake. */
const MAX_DAYS_BACK = 1;

/**
 * The day that counters belong to, when the calendar shows `date` and `last` was the last day told to have begun: a clock
 * that is put back brings no quota back. Only a proven one may take a mistake of days back, or nothing would turn for as
 * long.
 */
export function quotaDate(date: string, last: string | undefined, quality: ClockQuality): string {
  if (last === undefined || date >= last) return date;
  return isVerified(quality) && daysBetween(date, last) > MAX_DAYS_BACK ? date : last;
}
