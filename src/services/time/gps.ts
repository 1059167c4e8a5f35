import { RELEASE_TIME } from '../../domain/clock/clock-quality.js';

/** So many fixes must agree, */
const MIN_FIXES = 3;
/** to so many ms, on how far their time is ahead of the monotonic one, */
const TOLERANCE_MS = 2_000;
/** heard so far apart: what a tracker had kept comes faster than it was taken, and shows so, */
const MIN_INTERVAL_MS = 5_000;
/** and the last must be no older. */
const MAX_AGE_MS = 600_000;
const MAX_SOURCES = 256;

/** The time by satellites, as trackers tell it with each fix. */
export type Gps = {
  /** A fix that was just heard of one tracker, with its own time, ms since 1970. */
  readonly addFix: (source: string, dateTime: number) => void;
  /** what time it is, ms since 1970; null while they do not agree */
  readonly now: () => number | null;
  /** The monotonic clock may have stood still: what was heard is compared with it no more. */
  readonly reset: () => void;
};

type GnssReading = { readonly offsetMs: number; readonly at: number };

/**
 * Compares each fix with the monotonic clock. A receiver that counts its weeks wrongly is decades behind: that is not believed.
 */
export function createGps(monotonic: () => number): Gps {
  const readings = new Map<string, readonly GnssReading[]>();

  function agreedOffset(): number | undefined {
    for (const fixes of readings.values()) {
      const last = fixes.at(-1);
      if (fixes.length < MIN_FIXES || last === undefined || monotonic() - last.at > MAX_AGE_MS) continue;
      const offsets = fixes.map(({ offsetMs }) => offsetMs);
      // Whatever holds a fix up makes it late, never early.
      if (Math.max(...offsets) - Math.min(...offsets) <= TOLERANCE_MS) return Math.max(...offsets);
    }
    return undefined;
  }

  return {
    addFix(source, dateTime) {
      if (dateTime < RELEASE_TIME) return;
      const at = monotonic();
      const before = readings.get(source) ?? [];
      if (at - (before.at(-1)?.at ?? -Infinity) < MIN_INTERVAL_MS) return;
      readings.delete(source);
      readings.set(source, [...before, { offsetMs: dateTime - at, at }].slice(-MIN_FIXES));
      const [oldest] = readings.keys();
      if (readings.size > MAX_SOURCES && oldest !== undefined) readings.delete(oldest);
    },
    now() {
      const offsetMs = agreedOffset();
      return offsetMs === undefined ? null : Math.round(monotonic() + offsetMs);
    },
    reset() {
      readings.clear();
    },
  };
}
