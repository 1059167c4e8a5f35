import type { DeviceState } from './device-state.js';

/** `silent`: never seen; `stale`: not seen for a while, or its port is closed */
export const FRESHNESSES = ['live', 'stale', 'silent', 'expired'] as const;
export type Freshness = (typeof FRESHNESSES)[number];

/** A device is stale after three of its usual intervals; stopped trackers report every one or two minutes. */
const MIN_STALE_MS = 5 * 60_000;
const USUAL_INTERVALS = 3;

type FreshnessFields = Pick<DeviceState, 'device' | 'lastSeenAt' | 'intervalMs' | 'portClosedAt'>;

/** `now`: ms since 1970, by the gateway's clock. */
export function freshnessOf({ device, lastSeenAt, intervalMs, portClosedAt }: FreshnessFields, now: number): Freshness {
  const expires = device?.expires ?? null;
  if (device?.state === 'expired' || (expires !== null && Date.parse(expires) <= now)) return 'expired';
  if (lastSeenAt === undefined) return 'silent';
  // A report after that came over another port.
  if (portClosedAt !== undefined && lastSeenAt <= portClosedAt) return 'stale';
  return now - lastSeenAt > Math.max(MIN_STALE_MS, USUAL_INTERVALS * (intervalMs ?? 0)) ? 'stale' : 'live';
}
