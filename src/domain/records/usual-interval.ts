/** How often a device reports. The dashboard uses this file: it must not import a library. */

/** Records that arrive together are one report. */
const MIN_INTERVAL_MS = 500;
/** A longer pause counts as this much at most, so that one night does not make a fast tracker slow. */
const MIN_CAP_MS = 15 * 60_000;
const CAP_INTERVALS = 3;
/** The first interval has no other to compare with. Few trackers report less often than once a day. */
const MAX_FIRST_MS = 86_400_000;
/** Weight of the newest interval. */
const WEIGHT = 0.25;

/** The usual interval between reports (ms) after one more of them, from the usual interval before. */
export function nextInterval(usual: number | undefined, before: number | undefined, now: number): number | undefined {
  const interval = before === undefined ? 0 : now - before;
  if (interval < MIN_INTERVAL_MS) return usual;
  if (usual === undefined) return Math.min(interval, MAX_FIRST_MS);
  const counted = Math.min(interval, Math.max(MIN_CAP_MS, CAP_INTERVALS * usual));
  return usual + (counted - usual) * WEIGHT;
}
