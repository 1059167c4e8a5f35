import type { AlertRule } from '../../schema/alert-rules/alert-rule.js';
import type { Location, Unfit } from '../../schema/records/location.js';
import type { Shape } from '../../schema/zones/shape.js';
import { msOf } from '../clock/instant.js';
import type { ZoneIndex } from '../zones/zone-index.js';
import { isActiveAt } from './active-hours.js';
import type { RuleEvaluator } from './index.js';
import { positionOf, type Progress, type RuleRecord, type Step } from './rule-state.js';

/** What the rules are evaluated with, for records as they arrive and for those of the past alike. */

type NamedZone = { readonly id: string; readonly name: string; readonly shape: Shape };

/** The zones as records need them. */
export type RuleZones = {
  readonly index: ZoneIndex<NamedZone>;
  readonly nameOf: (zoneId: string) => string;
};

/** Rules on place and movement: a fix that does not count changes nothing of them. */
export const PLACE_TYPES: ReadonlySet<AlertRule['type']> = new Set(['zone', 'speed', 'idle']);

const NO_ZONES: ReadonlySet<string> = new Set();

/** A report without a fix, or a look at the clock; ms since 1970. */
export const recordAt = (at: number): RuleRecord => ({
  at,
  zones: NO_ZONES,
  near: () => NO_ZONES,
  zoneName: (id) => id,
});

/** A location of which only the values count. It has no previous one: that may be from long before. */
export const recordWithoutPlace = (location: Location, unfit: Unfit): RuleRecord => ({
  ...recordAt(msOf(location.dateTime)),
  location,
  unfit,
});

const idsOf = (zones: readonly NamedZone[]): ReadonlySet<string> =>
  zones.length === 0 ? NO_ZONES : new Set(zones.map(({ id }) => id));

/** A location; `previous`: the last one before it. */
export function recordOf(location: Location, previous: Location | undefined, { index, nameOf }: RuleZones): RuleRecord {
  const position = positionOf(location);
  const inside = index.containing(position, location.accuracy);
  let known: { readonly meters: number; readonly zones: ReadonlySet<string> } | undefined;
  return {
    at: msOf(location.dateTime),
    location,
    previous,
    zones: idsOf(inside),
    near(meters) {
      if (known?.meters !== meters) known = { meters, zones: idsOf(index.within(position, meters)) };
      return known.zones;
    },
    zoneName: nameOf,
  };
}

/**
 * Most of what a rule knows of a device is its last location, so a record from before it comes too late for every rule:
 * it changes nothing.
 */
export const isLate = (dateTime: string, last: Location | undefined): boolean =>
  last !== undefined && dateTime < last.dateTime;

/** Evaluates a rule; an alert outside the active hours of the rule is not raised. */
export function evaluateInHours(
  { rule, evaluate }: RuleEvaluator,
  state: Progress | undefined,
  record: RuleRecord,
  timeZone: string,
): Step {
  const step = evaluate(state, record);
  if (step.alerts.length === 0 || isActiveAt(rule.activeHours, record.at, timeZone)) return step;
  return { state: step.state, alerts: [] };
}
