import type { Device } from '../../schema/devices/device.js';
import type { Forecast, Licenses } from '../../schema/devices/licenses.js';
import { localDate, nextMidnight } from '../clock/local-date.js';

/** Computed from the clock on every read; no job expires devices. `now`: ms since 1970. */
export const isExpired = (device: Pick<Device, 'expires'>, now: number): boolean =>
  device.expires !== null && Date.parse(device.expires) <= now;

/** Licenses in use: one per non-expired device. */
export function countUsedLicenses(devices: Iterable<Device>, now: number): number {
  let used = 0;
  for (const device of devices) if (!isExpired(device, now)) used += 1;
  return used;
}

/** `available` is never negative: in over-use every device keeps its license and no new one is issued. */
export const toLicenses = (total: number, used: number): Licenses => ({
  total,
  used,
  available: Math.max(0, total - used),
  overUse: Math.max(0, used - total),
});

const DAY_MS = 86_400_000;
const MAX_LISTED = 1_000;

export type ExpiryForecastOptions = {
  /** ms since 1970 */
  readonly now: number;
  readonly days: number;
  /** IANA zone of the local dates */
  readonly timeZone: string;
  /** the device may be listed; all are counted */
  readonly isVisible: (deviceId: string) => boolean;
};

/** The devices that expire within `days`, computed on every call. */
export function forecastExpiries(
  devices: Iterable<Device>,
  { now, days, timeZone, isVisible }: ExpiryForecastOptions,
): Forecast {
  const expiring: { readonly deviceId: string; readonly expires: string }[] = [];
  for (const { id, expires } of devices) {
    const end = expires === null ? NaN : Date.parse(expires);
    if (expires !== null && end > now && end <= now + days * DAY_MS) expiring.push({ deviceId: id, expires });
  }
  // Stored times are all UTC with milliseconds, so they sort as text.
  expiring.sort((a, b) =>
    a.expires === b.expires ? (a.deviceId < b.deviceId ? -1 : 1) : a.expires < b.expires ? -1 : 1,
  );
  return {
    days,
    byDay: countByDay(expiring, timeZone),
    expiries: expiring.filter(({ deviceId }) => isVisible(deviceId)).slice(0, MAX_LISTED),
  };
}

/** In order of time. The zone is asked once for each date: ten thousand devices can expire. */
function countByDay(expiring: readonly { readonly expires: string }[], timeZone: string): Forecast['byDay'] {
  const counts: { date: string; count: number }[] = [];
  let midnight = -Infinity;
  for (const { expires } of expiring) {
    const end = Date.parse(expires);
    const today = counts.at(-1);
    if (today !== undefined && end < midnight) {
      today.count += 1;
      continue;
    }
    counts.push({ date: localDate(end, timeZone), count: 1 });
    midnight = nextMidnight(end, timeZone);
  }
  return counts;
}
