import { countUsedLicenses, isExpired, toLicenses } from '../../domain/devices/license.js';
import type { Failure } from '../../errors.js';
import { deviceErrors } from './messages.js';
import type { Device } from '../../schema/devices/device.js';
import type { Licenses } from '../../schema/devices/licenses.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';

/** The licenses in use by devices, and those reserved for devices that are about to be registered. */
export type LicensePool = {
  /** Why no license is free for `device`, which replaces `previous`; undefined if it needs none or one is free. */
  readonly noLicense: (device: Device, previous?: Device) => Failure | undefined;
  /** Holds a license for the device until `release`, or gives why none is free. */
  readonly reserve: (deviceId: string) => Failure | undefined;
  readonly release: (deviceId: string) => void;
  readonly count: () => Licenses;
};

export type LicensePoolOptions = {
  readonly state: Store['state'];
  readonly time: Pick<Time, 'trustedNow'>;
  /** `licenses.total`: may be changed */
  readonly licenses: () => number;
};

export function createLicensePool({ state, time, licenses }: LicensePoolOptions): LicensePool {
  const reserved = new Set<string>();

  const used = (): number => countUsedLicenses(state.devices.values(), time.trustedNow());
  const hasLicense = (device: Device | undefined): boolean =>
    device !== undefined && !isExpired(device, time.trustedNow());

  /** `deviceId` has no license yet. */
  function isAvailable(deviceId: string): boolean {
    const others = [...reserved].filter((id) => id !== deviceId && !hasLicense(state.devices.get(id)));
    return used() + others.length < licenses();
  }

  const noneLeft = (): Failure => deviceErrors.noLicense({ licenses: licenses() });

  return {
    noLicense: (device, previous) =>
      isExpired(device, time.trustedNow()) || hasLicense(previous) || isAvailable(device.id) ? undefined : noneLeft(),
    reserve(deviceId) {
      if (!hasLicense(state.devices.get(deviceId)) && !isAvailable(deviceId)) return noneLeft();
      reserved.add(deviceId);
      return undefined;
    },
    release(deviceId) {
      reserved.delete(deviceId);
    },
    count: () => toLicenses(licenses(), used()),
  };
}
