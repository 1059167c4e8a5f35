import type { TelemetryValues, TrackerChange } from '../../schema/entry.js';
import type { Location } from '../../schema/records/location.js';

/** As many as a location may have attributes; older values are only in the log. */
const MAX_VALUES = 32;

/** The telemetry since the last location, with `values` added. */
export function mergeTelemetry(before: TelemetryValues = {}, values: TelemetryValues): TelemetryValues {
  // A repeated value counts as new.
  const kept = Object.entries(before).filter(([name]) => !Object.hasOwn(values, name));
  return Object.fromEntries([...kept, ...Object.entries(values)].slice(-MAX_VALUES));
}

/**
 * Telemetry has no history of its own: it becomes attributes of the next location, unless that has the same value
 * itself. `stored`: telemetry since the last stored location.
 */
export function attachTelemetry(changes: readonly TrackerChange[], stored: TelemetryValues = {}): TrackerChange[] {
  let pending = stored;
  return changes.map((change) => {
    if (change.kind === 'telemetry') pending = mergeTelemetry(pending, change.v.values);
    if (change.kind !== 'location') return change;
    const location = addAttributes(change.v.location, pending);
    pending = {};
    // Most trackers send no telemetry: their locations are not copied.
    return location === change.v.location ? change : { ...change, v: { ...change.v, location } };
  });
}

function addAttributes(bare: Location, telemetry: TelemetryValues): Location {
  if (Object.keys(telemetry).length === 0) return bare;
  const location = withMileage(bare, telemetry.milleage);
  const own = Object.entries(location.attributes ?? {});
  const fresh = Object.entries(telemetry).filter(
    ([name, value]) => !(name in location) && !own.some(([known]) => known === name) && !isNoDriver(name, value),
  );
  const attributes = [...fresh.slice(0, MAX_VALUES - own.length), ...own];
  return fresh.length === 0 ? location : { ...location, attributes: Object.fromEntries(attributes) };
}

/** The only value of telemetry with a field of its own, in km. */
const withMileage = (location: Location, value: TelemetryValues[string] | undefined): Location =>
  typeof value === 'number' && value >= 0 && location.milleage === undefined
    ? { ...location, milleage: value }
    : location;

/** Replaces an earlier driver who has left before the next location. */
const isNoDriver = (name: string, value: TelemetryValues[string] | undefined): boolean =>
  name === 'driverId' && value === '';
