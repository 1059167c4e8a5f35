import type { TelemetryValues, TrackerChange } from '../schema/entry.js';
import type { Location } from '../schema/location.js';

/** As many as a location may have attributes; of more the oldest are left to the log. */
const MOST_VALUES = 32;

/** What was told since the last location, with `values` told after it. */
export function gathered(before: TelemetryValues = {}, values: TelemetryValues): TelemetryValues {
  // A value told again counts as new.
  const kept = Object.entries(before).filter(([name]) => !Object.hasOwn(values, name));
  return Object.fromEntries([...kept, ...Object.entries(values)].slice(-MOST_VALUES));
}

/**
 * What a tracker tells beside its positions has no history of its own: it becomes attributes of the next location,
 * unless that says the same itself. `told`: since the last location that is stored.
 */
export function withTelemetry(changes: readonly TrackerChange[], told: TelemetryValues = {}): TrackerChange[] {
  let since = told;
  return changes.map((change) => {
    if (change.kind === 'telemetry') since = gathered(since, change.v.values);
    if (change.kind !== 'location') return change;
    const location = described(change.v.location, since);
    since = {};
    // Most trackers tell nothing beside: their locations go through untouched.
    return location === change.v.location ? change : { ...change, v: { ...change.v, location } };
  });
}

function described(location: Location, told: TelemetryValues): Location {
  if (Object.keys(told).length === 0) return location;
  const own = Object.entries(location.attributes ?? {});
  const fresh = Object.entries(told).filter(([name]) => !(name in location) && !own.some(([known]) => known === name));
  const attributes = [...fresh.slice(0, MOST_VALUES - own.length), ...own];
  return fresh.length === 0 ? location : { ...location, attributes: Object.fromEntries(attributes) };
}
