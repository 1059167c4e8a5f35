/** The dashboard uses this file: it must not import a library. */

type ZoneCache = { readonly format: Intl.DateTimeFormat; second: number; date: string };

const zones = new Map<string, ZoneCache>();

/** The local date in `timeZone` (IANA) at `now` (ms since 1970): `2026-11-21`. */
export function localDate(now: number, timeZone: string): string {
  let zone = zones.get(timeZone);
  if (zone === undefined) {
    // The Canadian English format is the ISO one.
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    zone = { format, second: NaN, date: '' };
    zones.set(timeZone, zone);
  }
  // Cached, because every request needs it; no date starts within a second.
  const second = Math.floor(now / 1000);
  if (second !== zone.second) {
    zone.date = zone.format.format(now);
    zone.second = second;
  }
  return zone.date;
}

const HOUR_S = 3600;
/** In a zone that crosses the date line, the next date may start two days later. */
const MAX_HOURS = 72;

/**
 * The first instant (ms since 1970) after `now` with a later date in `timeZone`. Compares dates only, so it is right if
 * the clocks skip midnight or pass it twice.
 */
export function nextMidnight(now: number, timeZone: string): number {
  const today = localDate(now, timeZone);
  const isLater = (second: number): boolean => localDate(second * 1000, timeZone) > today;
  let before = Math.floor(now / 1000);
  let after = before + HOUR_S;
  for (let hours = 1; hours < MAX_HOURS && !isLater(after); hours++) {
    before = after;
    after += HOUR_S;
  }
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (isLater(middle)) after = middle;
    else before = middle;
  }
  return after * 1000;
}

const DAY_MS = 86_400_000;

/** Days from one local date to another; negative if that is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
