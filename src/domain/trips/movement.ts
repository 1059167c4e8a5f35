import { stepDistance } from '../zones/geodesic.js';
import { isSlow, type MsRange, type PlacedFix } from './trip-fix.js';

/** Movement since a fix. Distance, idle time and speed count within the range only. */
export type Movement = {
  readonly start: PlacedFix;
  /** its first and its last fix in the range; without any, the last one before it */
  first: PlacedFix;
  last: PlacedFix;
  /** m */
  distance: number;
  idleMs: number;
  /** m/s */
  maximumSpeed: number;
  /** the largest distance from its start, m */
  farthest: number;
};

const isIn = ({ ms }: PlacedFix, { from, to }: MsRange): boolean => ms >= from && ms <= to;

export const startMovement = (start: PlacedFix, range: MsRange): Movement => ({
  start,
  first: start,
  last: start,
  distance: 0,
  idleMs: 0,
  maximumSpeed: isIn(start, range) ? (start.speed ?? 0) : 0,
  farthest: 0,
});

const MOVING_METERS_PER_MS = 1.5 / 1000;

/** Adds the step from one fix to the next one. */
export function addStep(movement: Movement, range: MsRange, before: PlacedFix, fix: PlacedFix): void {
  const meters = stepDistance(before, fix);
  const ms = fix.ms - before.ms;
  // A step across an edge of the range counts in part.
  const inRange = Math.min(fix.ms, range.to) - Math.max(before.ms, range.from);
  if (inRange > 0) {
    movement.distance += (meters * inRange) / ms;
    if (isSlow(before) && isSlow(fix) && meters < ms * MOVING_METERS_PER_MS) movement.idleMs += inRange;
  }
  if (fix.ms <= range.to) {
    if (movement.first.ms < range.from) movement.first = fix;
    movement.last = fix;
    if (fix.ms >= range.from) movement.maximumSpeed = Math.max(movement.maximumSpeed, fix.speed ?? 0);
  }
  movement.farthest = Math.max(movement.farthest, stepDistance(movement.start, fix));
}
