import { isFuture } from '../domain/credible.js';
import type { Sequence, TrackerChange } from '../schema/entry.js';
import type { Location } from '../schema/location.js';
import type { Report } from '../serial/receive.js';

/** The changes that a report asks for. `now`: ms since 1970; `last`: where the device was seen before, if it was. */
export function changesOf(report: Report, now: number, last: Location | null | undefined): TrackerChange[] {
  const { deviceId, locations, alerts, telemetry = [], source, sequence } = report;
  // What came with the alert is nearer to it than what came before.
  const near = locations.at(-1) ?? last ?? undefined;
  const place = near === undefined ? {} : { latitude: near.latitude, longitude: near.longitude };
  // Spreads of objects that are made for it take as long as all the rest.
  const numbered = <Told extends object>(told: Told): Told & { sequence?: Sequence } =>
    sequence === undefined ? told : { ...told, sequence };
  const changes: TrackerChange[] = [];
  for (const told of telemetry) changes.push({ kind: 'telemetry', v: numbered({ deviceId, ...told, source }) });
  for (const location of locations) {
    const told = { deviceId, location, source };
    changes.push({
      kind: 'location',
      v: numbered(isFuture(location, now) ? { ...told, future: true as const } : told),
    });
  }
  for (const alert of alerts) {
    changes.push({ kind: 'alert', v: numbered({ deviceId, alert: { ...place, ...alert }, source }) });
  }
  return changes;
}
