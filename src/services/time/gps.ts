import { RELEASE_TIME } from '../../domain/clock/clock-quality.js';

/** Consecutive fixes of one tracker that must agree. */
const MIN_FIXES = 3;
/** Largest difference between them, in the offset of their time from the monotonic clock. */
const TOLERANCE_MS = 2_000;
/** Smallest interval between arrivals. Fixes that a tracker had buffered arrive faster than they were taken, and so disagree. */
const MIN_INTERVAL_MS = 5_000;
/** Largest age of the last fix. */
const MAX_AGE_MS = 600_000;
const MAX_PORTS = 256;
/** A port that invents trackers displaces only its own. */
const MAX_TRACKERS_OF_PORT = 16;

/** GNSS time, from the fixes that trackers send. */
export type Gps = {
  /** Call when a fix arrives. `dateTime` is the fix's own time, ms since 1970. */
  readonly addFix: (source: { readonly port: string; readonly deviceId: string }, dateTime: number) => void;
  /**
   * The time by each port whose trackers agree, ms since 1970. A port counts once, because one transmitter can send any
   * number of ids.
   */
  readonly times: () => readonly number[];
  /** Forgets all readings: the monotonic clock may have stood still. */
  readonly reset: () => void;
};

type GnssReading = { readonly offsetMs: number; readonly at: number };
/** by device id, the latest last */
type PortReadings = Map<string, readonly GnssReading[]>;

/** Compares each fix with the monotonic clock. Rejects times decades back, from receivers with a wrong week number. */
export function createGps(monotonic: () => number): Gps {
  const ports = new Map<string, PortReadings>();

  /** The offset on which the latest fixes of a tracker agree; the largest, because a delay makes a fix late, never early. */
  function offsetOf(fixes: readonly GnssReading[]): number | undefined {
    const last = fixes.at(-1);
    if (fixes.length < MIN_FIXES || last === undefined || monotonic() - last.at > MAX_AGE_MS) return undefined;
    const offsets = fixes.map(({ offsetMs }) => offsetMs);
    const largest = Math.max(...offsets);
    return largest - Math.min(...offsets) <= TOLERANCE_MS ? largest : undefined;
  }

  function offsetOfPort(trackers: PortReadings): number | undefined {
    const offsets = [...trackers.values()].flatMap((fixes) => offsetOf(fixes) ?? []);
    if (offsets.length === 0) return undefined;
    const largest = Math.max(...offsets);
    return largest - Math.min(...offsets) <= 2 * TOLERANCE_MS ? largest : undefined;
  }

  return {
    addFix({ port, deviceId }, dateTime) {
      if (dateTime < RELEASE_TIME) return;
      const at = monotonic();
      const trackers = ports.get(port) ?? new Map<string, readonly GnssReading[]>();
      const before = trackers.get(deviceId) ?? [];
      if (at - (before.at(-1)?.at ?? -Infinity) < MIN_INTERVAL_MS) return;
      putLast(trackers, deviceId, [...before, { offsetMs: dateTime - at, at }].slice(-MIN_FIXES), MAX_TRACKERS_OF_PORT);
      putLast(ports, port, trackers, MAX_PORTS);
    },
    times: () =>
      [...ports.values()].flatMap((trackers) => {
        const offsetMs = offsetOfPort(trackers);
        return offsetMs === undefined ? [] : [Math.round(monotonic() + offsetMs)];
      }),
    reset() {
      ports.clear();
    },
  };
}

/** The key that was put longest ago gives way. */
function putLast<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
