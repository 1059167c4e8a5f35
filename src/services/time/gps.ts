import { RELEASE_TIME } from '../../domain/clock/clock-quality.js';

/** Consecutive fixes of one tracker that must agree. */
const MIN_FIXES = 3;
/** Largest difference between them, in the offset of their time from the monotonic clock. */
const TOLERANCE_MS = 2_000;
/** Smallest interval between arrivals. Fixes that a tracker had buffered arrive faster than they were taken, and so disagree. */
const MIN_INTERVAL_MS = 5_000;
/** Largest age of the last fix. */
const MAX_AGE_MS = 600_000;
const MAX_SOURCES = 256;

/** GNSS time, from the fixes that trackers send. */
export type Gps = {
  /** Call when a fix arrives. `source` names the tracker; `dateTime` is the fix's own time, ms since 1970. */
  readonly addFix: (source: string, dateTime: number) => void;
  /** ms since 1970; null while the fixes do not agree */
  readonly now: () => number | null;
  /** Forgets all readings: the monotonic clock may have stood still. */
  readonly reset: () => void;
};

type GnssReading = { readonly offsetMs: number; readonly at: number };

/** Compares each fix with the monotonic clock. Rejects times decades back, from receivers with a wrong week number. */
export function createGps(monotonic: () => number): Gps {
  const readings = new Map<string, readonly GnssReading[]>();

  function agreedOffset(): number | undefined {
    for (const fixes of readings.values()) {
      const last = fixes.at(-1);
      if (fixes.length < MIN_FIXES || last === undefined || monotonic() - last.at > MAX_AGE_MS) continue;
      const offsets = fixes.map(({ offsetMs }) => offsetMs);
      // The largest is the best: a delay makes a fix late, never early.
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
