import { localDate, nextMidnight } from '../../../domain/clock/local-date.js';
import type { TimeRange } from '../../api/time-range.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** No zone is further ahead of UTC; a date starts there this long before it starts in UTC. */
const MAX_OFFSET_MS = 15 * HOUR_MS;

/** The local date of `at` (ms since 1970) moved by a number of days, for example -1: the day before. */
export const shiftDate = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Whether it is a calendar date, `2026-11-21`. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && shiftDate(text, 0) === text;

/** The first instant of a local date in `timeZone`, or of the next one if the zone skips that date. */
function startOf(date: string, timeZone: string): number {
  let at = Date.parse(`${date}T00:00:00Z`) - MAX_OFFSET_MS;
  while (localDate(at, timeZone) < date) at = nextMidnight(at, timeZone);
  return at;
}

/** All of a local date in `timeZone`: 23 or 25 hours when the clocks change. */
export function dayRange(date: string, timeZone: string): TimeRange {
  const from = startOf(date, timeZone);
  return { from, to: Math.max(from, startOf(shiftDate(date, 1), timeZone) - 1) };
}

/** A local date, up to `now` if it is not over yet. */
export function dayUntil(now: number, date: string, timeZone: string): TimeRange {
  const { from, to } = dayRange(date, timeZone);
  return now >= from && now < to ? { from, to: now, isOpenEnded: true } : { from, to };
}
