import type { RuleParameters } from '../../schema/alert-rules/rule-types.js';
import type { Location } from '../../schema/records/location.js';
import type { Position } from '../../schema/zones/shape.js';
import { stepDistance } from '../zones/geodesic.js';
import { MINUTE_MS, positionOf, unchanged, type Progress, type RuleType } from './rule-state.js';
import { speedOf } from './speed-of.js';

/** m/s; a device that is slower stands, or is about to. */
const STANDING_BELOW = 1.5;

/** `moving` or `standing`: within the radius of its anchor, the place where it became slow. */
export const idleRule: RuleType<RuleParameters['idle']> = ({ minutes, radius }, state, { at, location, previous }) => {
  if (location === undefined) return unchanged(state);
  const stays = state?.anchor !== undefined && isWithin(state.anchor, location, radius);
  if (!stays) {
    const isSlow = (speedOf(location, previous) ?? 0) < STANDING_BELOW;
    if (isSlow)
      return unchanged({ at, level: 'moving', anchor: positionOf(location), next: { level: 'standing', since: at } });
    return unchanged(state?.level === 'moving' && state.anchor === undefined ? state : { at, level: 'moving' });
  }
  const { next, ...others }: Progress = state;
  if (next === undefined || at - next.since < minutes * MINUTE_MS) return unchanged(state);
  const text = `no movement for ${Math.floor((at - next.since) / MINUTE_MS)} min`;
  return { state: { ...others, at, level: 'standing' }, alerts: [{ name: 'NoMovementTime', text }] };
};

/** A fix that may be within the radius, by its accuracy, is no movement. */
const isWithin = ([longitude, latitude]: Position, location: Location, meters: number): boolean =>
  stepDistance({ longitude, latitude }, location) <= meters + (location.accuracy ?? 0);
