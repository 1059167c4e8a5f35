import type { DeviceState } from './device-state.js';

/** `silent`: never heard; `stale`: not heard for a while */
export const FRESHNESSES = ['live', 'stale', 'silent', 'expired'] as const;
export type Freshness = (typeof FRESHNESSES)[number];

/** A tracker at rest reports every minute or two: after five it is worth a look. */
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
