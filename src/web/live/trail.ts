import type { Location } from '../../schema/records/location.js';
import { mercator, type WorldPoint } from './mercator.js';

/** Where a device was: newest last. Projected once, for it is drawn often. */
export type TrailPoint = WorldPoint & { readonly at: number };

/** How far back trails go, ms, and how finely: more points are not to be told apart on a screen. */
export const TRAIL_MS = 5 * 60_000;
const MIN_STEP_MS = 4_000;

/** The trail with one more point; one from before its end is left out, for it is history. */
export function extendTrail(trail: readonly TrailPoint[], { dateTime, latitude, longitude }: Location): TrailPoint[] {
  const at = Date.parse(dateTime);
  const newest = trail.at(-1);
  if (newest !== undefined && at <= newest.at) return [...trail];
  const before = trail.at(-2);
  // The newest always shows; it stays once the step from the one before it is long enough.
  const isStep = newest === undefined || before === undefined || newest.at - before.at >= MIN_STEP_MS;
  const kept = isStep ? trail : trail.slice(0, -1);
  return [...kept.filter((point) => point.at > at - TRAIL_MS), { at, ...mercator(latitude, longitude) }];
}
