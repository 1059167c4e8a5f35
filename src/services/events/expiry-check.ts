import { isExpired } from '../../domain/devices/license.js';
import type { Device } from '../../schema/devices/device.js';

/** The devices that expired, or became active again, until now. */
export type ExpiryCheck = {
  /** ms since 1970 */
  readonly now: number;
  /** their ids; `before`: ms since 1970 */
  readonly changedSince: (before: number) => readonly string[];
};

/** Subscribers that were checked at the same time before share one look at all devices. */
export function createExpiryCheck(devices: ReadonlyMap<string, Device>, now: number): ExpiryCheck {
  const found = new Map<number, readonly string[]>();
  const find = (before: number): readonly string[] =>
    [...devices.values()].filter((device) => isExpired(device, before) !== isExpired(device, now)).map(({ id }) => id);
  return {
    now,
    changedSince(before) {
      const changed = found.get(before) ?? find(before);
      found.set(before, changed);
      return changed;
    },
  };
}
