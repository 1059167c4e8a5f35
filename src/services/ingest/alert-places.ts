import { isFuture, isLastLocation } from '../../domain/records/last-location.js';
import { canPlaceAlert } from '../../domain/records/unfit.js';
import type { Report } from '../../domain/report.js';
import type { Location } from '../../schema/records/location.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';

/**
 * Where a device was when its alert was received. A tracker sends its fix and then the alert without waiting, so the fix
 * may still be being stored. If storing it fails, the alert has its place nevertheless: the vehicle was there.
 */
export type AlertPlaces = {
  /** Call once for each report, in the order in which they arrive. */
  readonly onReceived: (report: Report) => void;
  /** `isRetried`: the report could not be stored, and its tracker or port tries it again. */
  readonly onSettled: (report: Report, isRetried: boolean) => void;
  /** The newest fix of the device that was received before the report; undefined: none is known. */
  readonly lastBefore: (report: Report) => Location | undefined;
};

export type AlertPlacesOptions = {
  readonly state: Store['state'];
  readonly time: Pick<Time, 'latestNow'>;
};

/** Devices with fixes that are not stored yet; the one whose fix is oldest is forgotten first. */
const MAX_DEVICES = 4_096;

export function createAlertPlaces({ state, time }: AlertPlacesOptions): AlertPlaces {
  /** the newest fix that is not stored yet, by device id */
  const unstored = new Map<string, Location>();
  // An alert that is tried again keeps its place, whatever was received since.
  const lastFixes = new WeakMap<Report, { readonly fix: Location | undefined }>();

  function lastOf(deviceId: string): Location | undefined {
    // The position of an earlier registration may be that of another owner.
    const registered = state.inherited.get(deviceId)?.location === true ? undefined : state.lastLocations.get(deviceId);
    const stored = state.quarantine.devices.get(deviceId)?.lastLocation ?? registered ?? undefined;
    const doubt = registered === undefined ? undefined : state.jumps.get(deviceId);
    return newestOf(newestOf(stored, doubt), unstored.get(deviceId));
  }

  function remember(deviceId: string, fix: Location): void {
    const last = unstored.get(deviceId);
    if (last !== undefined && !isLastLocation({ location: fix }, last)) return;
    unstored.delete(deviceId);
    unstored.set(deviceId, fix);
    const [oldest] = unstored.keys();
    if (unstored.size > MAX_DEVICES && oldest !== undefined) unstored.delete(oldest);
  }

  return {
    onReceived(report) {
      const { deviceId, locations, alerts } = report;
      if (alerts.length > 0 && !lastFixes.has(report)) lastFixes.set(report, { fix: lastOf(deviceId) });
      const fix = locations.length === 0 ? undefined : newestPlace(locations, time.latestNow(), lastOf(deviceId));
      if (fix !== undefined) remember(deviceId, fix);
    },
    onSettled({ deviceId, locations }, isRetried) {
      const fix = unstored.get(deviceId);
      if (fix !== undefined && !isRetried && locations.includes(fix)) unstored.delete(deviceId);
    },
    lastBefore(report) {
      const last = lastFixes.get(report);
      return last === undefined ? lastOf(report.deviceId) : last.fix;
    },
  };
}

type LastLocation = Location | undefined;

/** The second one, if it is not older than the first one. */
const newestOf = (one: LastLocation, other: LastLocation): LastLocation =>
  other !== undefined && isLastLocation({ location: other }, one) ? other : one;

/** The last of those with the newest time that can be the place of an alert. `now`: ms since 1970; `last`: the last location before them. */
function newestPlace(locations: readonly Location[], now: number, last: LastLocation): LastLocation {
  let newest: Location | undefined;
  for (const location of locations) if (isLastLocation({ location }, newest)) newest = location;
  const isPlace = newest !== undefined && !isFuture(newest, now) && canPlaceAlert(newest, last);
  return isPlace ? newest : placesByTime(locations, now, last).at(-1);
}

const placesByTime = (locations: readonly Location[], now: number, last: LastLocation): readonly Location[] =>
  locations
    .filter((location) => !isFuture(location, now) && canPlaceAlert(location, last))
    .sort((a, b) => (a.dateTime < b.dateTime ? -1 : a.dateTime > b.dateTime ? 1 : 0));

/**
 * Finds the place of an alert of a report: the newest fix of the report at the time of the alert, else the first one after
 * it, else `last`.
 */
export function createPlaceFinder(
  { locations }: Report,
  now: number,
  last: Location | undefined,
): (dateTime: string) => Location | undefined {
  if (locations.length === 0) return () => last;
  const fixes = placesByTime(locations, now, last);
  return (dateTime) => {
    let [from, to] = [0, fixes.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((fixes[middle]?.dateTime ?? '') <= dateTime) from = middle + 1;
      else to = middle;
    }
    return fixes[from - 1] ?? fixes[0] ?? last;
  };
}
