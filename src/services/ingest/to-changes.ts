import { isFuture } from '../../domain/records/last-location.js';
import type { Sequence, TrackerChange } from '../../schema/entry.js';
import type { Location } from '../../schema/records/location.js';
import type { Report } from '../../domain/report.js';

/** The changes that a report asks for. `now`: ms since 1970; `last`: where the device was seen before, if it was. */
export function toChanges(report: Report, now: number, last: Location | null | undefined): TrackerChange[] {
  const { deviceId, locations, alerts, telemetry = [], source, sequence } = report;
  // What came with the alert is nearer to it than what came before.
  const nearest = locations.at(-1) ?? last ?? undefined;
  const position = nearest === undefined ? {} : { latitude: nearest.latitude, longitude: nearest.longitude };
  // Spreads of objects that are made for it take as long as all the rest.
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
