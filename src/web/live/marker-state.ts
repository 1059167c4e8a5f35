import type { DeviceState } from './device-state.js';
import { freshnessOf } from './freshness.js';

/** What a marker shows, the most important first; each has a color and a shape of its own. */
export const MARKER_STATES = ['attention', 'moving', 'stopped', 'stale', 'expired'] as const;
export type MarkerState = (typeof MARKER_STATES)[number];

/** m/s above which a device moves and a course is meaningful */
export const MOVING_FROM_MPS = 0.5;

/** `now`: ms since 1970, by the gateway's clock. */
export function markerStateOf(tracked: DeviceState, now: number): MarkerState {
  if (tracked.needsAttention) return 'attention';
  const freshness = freshnessOf(tracked, now);
  if (freshness === 'expired') return 'expired';
  if (freshness !== 'live') return 'stale';
  return (tracked.lastLocation?.speed ?? 0) >= MOVING_FROM_MPS ? 'moving' : 'stopped';
}
