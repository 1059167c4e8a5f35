import { isFuture } from '../../domain/records/last-location.js';
import type { Report } from '../../domain/report.js';
import type { Sequence, TrackerChange } from '../../schema/entry.js';
import type { Location } from '../../schema/records/location.js';

/** The changes that store a report. `now`: ms since 1970; `last`: the device's last location, if known. */
export function toChanges(report: Report, now: number, last: Location | null | undefined): TrackerChange[] {
  const { deviceId, locations, alerts, telemetry = [], source, sequence } = report;
  // An alert without a position gets the nearest one: of its own report, else the last known.
  const nearest = locations.at(-1) ?? last ?? undefined;
  const position = nearest === undefined ? {} : { latitude: nearest.latitude, longitude: nearest.longitude };
  // Not a spread of conditional objects, which would take as long as all the rest.
  const withSequence = <Value extends object>(value: Value): Value & { sequence?: Sequence } =>
    sequence === undefined ? value : { ...value, sequence };
  const changes: TrackerChange[] = [];
  for (const value of telemetry) changes.push({ kind: 'telemetry', v: withSequence({ deviceId, ...value, source }) });
  for (const location of locations) {
    const value = { deviceId, location, source };
    changes.push({
      kind: 'location',
      v: withSequence(isFuture(location, now) ? { ...value, future: true as const } : value),
    });
  }
  for (const alert of alerts) {
    changes.push({ kind: 'alert', v: withSequence({ deviceId, alert: { ...position, ...alert }, source }) });
  }
  return changes;
}
