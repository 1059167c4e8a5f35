import type { DeviceState } from './device-state.js';

/** `silent`: never seen; `stale`: not seen for a while */
export const FRESHNESSES = ['live', 'stale', 'silent', 'expired'] as const;
export type Freshness = (typeof FRESHNESSES)[number];

/** Stopped trackers report every one or two minutes; five minutes without a report need attention. */
export const STALE_MS = 5 * 60_000;

/** `now`: ms since 1970, by the gateway's clock. */
export function freshnessOf(
  { device, lastSeenAt }: Pick<DeviceState, 'device' | 'lastSeenAt'>,
  now: number,
): Freshness {
  const expires = device?.expires ?? null;
  if (device?.state === 'expired' || (expires !== null && Date.parse(expires) <= now)) return 'expired';
  if (lastSeenAt === undefined) return 'silent';
  return now - lastSeenAt > STALE_MS ? 'stale' : 'live';
}
