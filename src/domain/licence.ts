import type { Device } from '../schema/device.js';

/** A device expires at its date by itself: nothing has to run for it. `now`: ms since 1970. */
export const isExpired = (device: Pick<Device, 'expires'>, now: number): boolean =>
  device.expires !== null && Date.parse(device.expires) <= now;

/** Licences in use: one for each device that is not expired. */
export function usedLicences(devices: Iterable<Device>, now: number): number {
  let used = 0;
  for (const device of devices) if (!isExpired(device, now)) used += 1;
  return used;
}
