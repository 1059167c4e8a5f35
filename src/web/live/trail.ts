import type { Location } from '../../schema/records/location.js';
import { mercator, type WorldPoint } from './mercator.js';

/** Past positions of a device, newest last. Projected once, because it is drawn often. */
export type TrailPoint = WorldPoint & { readonly at: number };

/** Length of trails in ms, and minimum step between points, below which they are indistinguishable on a screen. */
export const TRAIL_MS = 5 * 60_000;
const MIN_STEP_MS = 4_000;

/** The trail with one more point; a point older than its end is ignored. */
export function extendTrail(trail: readonly TrailPoint[], { dateTime, latitude, longitude }: Location): TrailPoint[] {
  const at = Date.parse(dateTime);
  const newest = trail.at(-1);
  if (newest !== undefined && at <= newest.at) return [...trail];
  const before = trail.at(-2);
  // The newest point is always shown; it is kept once it is far enough from the previous one.
  const isStep = newest === undefined || before === undefined || newest.at - before.at >= MIN_STEP_MS;
  const kept = isStep ? trail : trail.slice(0, -1);
  return [...kept.filter((point) => point.at > at - TRAIL_MS), { at, ...mercator(latitude, longitude) }];
}
