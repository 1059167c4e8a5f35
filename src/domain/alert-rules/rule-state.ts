import type { RuleProgress as Progress } from '../../schema/alert-rules/rule-progress.js';
import type { Location, Unfit } from '../../schema/records/location.js';
import type { KNOWN_ALERTS } from '../../schema/records/alert-names.js';
import type { Position } from '../../schema/zones/shape.js';

export type { Progress };

/** A record of the device as the rules look at it. */
export type RuleRecord = {
  /** ms since 1970 */
  readonly at: number;
  /** undefined: a report without a fix */
  readonly location?: Location;
  /** The fix of the location does not count: only its values do. */
  readonly unfit?: Unfit;
  /** the last location before it */
  readonly previous?: Location | undefined;
  /** ms without any report, by the clock; undefined: this is a report */
  readonly silence?: number;
  /** ms between the reports of this device; undefined: not known yet */
  readonly usualInterval?: number | undefined;
  /** ids of the zones that contain it */
  readonly zones: ReadonlySet<string>;
  /** ids of the zones that contain it, and of those of whose edge it is at most this far away, m */
  readonly near: (meters: number) => ReadonlySet<string>;
  readonly zoneName: (zoneId: string) => string;
};

/** An alert that a rule raises. */
export type Raised = { readonly name: (typeof KNOWN_ALERTS)[number]; readonly text: string };

export type Step = { readonly state: Progress | undefined; readonly alerts: readonly Raised[] };

/** A type of rule: a pure function of its parameters, the state and the record. undefined: no state yet. */
export type RuleType<Parameters> = (parameters: Parameters, state: Progress | undefined, record: RuleRecord) => Step;

const NO_ALERTS: readonly never[] = [];

export const unchanged = (state: Progress | undefined): Step => ({ state, alerts: NO_ALERTS });

/**
 * The level that was measured, once it has lasted for `delayMs`; undefined: between two levels, so nothing changes. The
 * same object where nothing changes.
 */
export function follow(state: Progress, at: number, measured: string | undefined, delayMs: number): Progress {
  // Most records change nothing, and are to cost nothing.
  if (measured === undefined || (measured === state.level && state.next === undefined)) return state;
  const { next: waiting } = state;
  const isTooEarly = waiting?.level === measured && measured !== state.level && at - waiting.since < delayMs;
  if (isTooEarly) return state;
  const { next, ...settled } = state;
  if (measured === state.level) return { ...settled, at };
  const since = next?.level === measured ? next.since : at;
  if (at - since >= delayMs) return { ...settled, at, level: measured };
  return { ...settled, at, next: { level: measured, since } };
}

/** The first record with a value sets the level and raises nothing. */
export const startAt = (at: number, level: string | undefined): Step =>
  unchanged(level === undefined ? undefined : { at, level });

/** The first of the zones of a rule that are among `found`: most records are in none, and in few of many. */
export function firstOf(zones: readonly string[], found: ReadonlySet<string>): string | undefined {
  return found.size === 0 ? undefined : zones.find((id) => found.has(id));
}

/** The level is reached, or about to be. */
export const isOrMayBe = (state: Progress | undefined, level: string): boolean =>
  state?.level === level || state?.next?.level === level;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;

export const positionOf = ({ longitude, latitude }: Location): Position => [longitude, latitude];

export const kilometersPerHour = (metersPerSecond: number): string => `${Math.round(metersPerSecond * 3.6)} km/h`;
