import type { RuleParameters } from '../../schema/alert-rules/rule-types.js';
import {
  firstOf,
  follow,
  isOrMayBe,
  kilometersPerHour,
  SECOND_MS,
  startAt,
  unchanged,
  type Progress,
  type RuleRecord,
  type RuleType,
} from './rule-state.js';
import { speedOf } from './speed-of.js';

type Parameters = RuleParameters['speed'];

/** Below the limit by a twentieth, and by at least this, m/s, a device is slower again. */
const MIN_HYSTERESIS = 0.5;

/** `over` or `under` the limit. */
export const speedRule: RuleType<Parameters> = (parameters, state, record) => {
  const { location, previous } = record;
  const speed = location && speedOf(location, previous);
  const measured = levelOf(parameters, state, record, speed);
  if (state === undefined) return startAt(record.at, measured);
  const next = follow(state, record.at, measured, parameters.minimumDuration * SECOND_MS);
  if (next.level === state.level || next.level !== 'over' || speed === undefined) return unchanged(next);
  const text = `${kilometersPerHour(speed)}, limit ${kilometersPerHour(parameters.limit)}`;
  return { state: next, alerts: [{ name: 'SpeedLimit', text }] };
};

function levelOf(
  { limit, zones }: Parameters,
  state: Progress | undefined,
  { location, zones: inside }: RuleRecord,
  speed: number | undefined,
): string | undefined {
  if (location === undefined) return undefined;
  if (zones !== undefined && firstOf(zones, inside) === undefined) return 'under';
  if (speed === undefined) return undefined;
  if (speed > limit) return 'over';
  const isBetween = speed > limit - Math.max(MIN_HYSTERESIS, limit / 20);
  return isBetween && isOrMayBe(state, 'over') ? undefined : 'under';
}
