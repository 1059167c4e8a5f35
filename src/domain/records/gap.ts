/**
 * A gap is a time without records: longer than 15 minutes, and than three times the device's usual interval. One rule for
 * files and maps. The dashboard uses this file: it must not import a library.
 */
const MIN_GAP_MS = 15 * 60_000;
const USUAL_INTERVALS = 3;

/**
 * Creates the rule for records with these times, ms since 1970, ascending. The usual interval is their median, without
 * the one in question; a single interval leaves the usual one unknown.
 */
export function createGapRule(times: readonly number[]): (before: number, after: number) => boolean {
  const intervals = times.map((time, index) => time - (times[index - 1] ?? time)).filter((ms) => ms > 0);
  const usual = Float64Array.from(intervals).sort()[Math.floor(intervals.length / 2) - 1] ?? 0;
  const maxMs = Math.max(MIN_GAP_MS, USUAL_INTERVALS * usual);
  return (before, after) => after - before > maxMs;
}
