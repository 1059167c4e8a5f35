import { isFuture } from '../domain/credible.js';
import type { TrackerChange } from '../schema/entry.js';
import type { Location } from '../schema/location.js';
import type { Report } from '../serial/receive.js';

/** The changes that a report asks for. `now`: ms since 1970; `last`: where the device was seen before, if it was. */
export function changesOf(report: Report, now: number, last: Location | null | undefined): TrackerChange[] {
  const { deviceId, locations, alerts, telemetry = [], source, sequence } = report;
  // What came with the alert is nearer to it than what came before.
  const near = locations.at(-1) ?? last ?? undefined;
  const place = near === undefined ? {} : { latitude: near.latitude, longitude: near.longitude };
  const number = sequence === undefined ? {} : { sequence };
  return [
    ...telemetry.map((told): TrackerChange => ({ kind: 'telemetry', v: { deviceId, ...told, source, ...number } })),
    ...locations.map((location): TrackerChange => {
      const future = isFuture(location, now) ? { future: true as const } : {};
      return { kind: 'location', v: { deviceId, location, source, ...future, ...number } };
    }),
    ...alerts.map((alert): TrackerChange => ({
      kind: 'alert',
      v: { deviceId, alert: { ...place, ...alert }, source, ...number },
    })),
  ];
}
