import { toLicenses, isExpired, countUsedLicenses } from '../../domain/devices/license.js';
import { failure, type Failure } from '../../errors.js';
import type { Device } from '../../schema/devices/device.js';
import type { Licenses } from '../../schema/devices/licenses.js';
import type { Store } from '../../store/store.js';
import type { Clock } from '../../time/clock.js';

/** Who has a licence, and for whom one is kept. */
export type LicensePool = {
  /** Why there is none for `device` in place of `former`; undefined when there is one. */
  readonly noLicense: (device: Device, previous?: Device) => Failure | undefined;
  /** Keeps one for a device that is about to be registered: nobody else gets it. Gives back why there is none. */
  readonly reserve: (deviceId: string) => Failure | undefined;
  readonly release: (deviceId: string) => void;
  readonly count: () => Licenses;
};

export type LicensePoolOptions = {
  readonly state: Store['state'];
  /** the time by which devices expire */
  readonly clock: Pick<Clock, 'now'>;
  /** `licenses.total` of the configuration */
  readonly licenses: number;
};

export function createLicensePool({ state, clock, licenses }: LicensePoolOptions): LicensePool {
  const reserved = new Set<string>();

  const used = (): number => countUsedLicenses(state.devices.values(), clock.now());
  const hasLicense = (device: Device | undefined): boolean => device !== undefined && !isExpired(device, clock.now());

  /** Is there one for `deviceId`, which has none? */
  function isAvailable(deviceId: string): boolean {
    const others = [...reserved].filter((id) => id !== deviceId && !hasLicense(state.devices.get(id)));
    return used() + others.length < licenses;
  }

  const noneLeft = (): Failure =>
    failure('no_license', `all ${licenses} licences are in use: let a device expire, or raise licenses.total`);

  return {
    noLicense: (device, previous) =>
      isExpired(device, clock.now()) || hasLicense(previous) || isAvailable(device.id) ? undefined : noneLeft(),
    reserve(deviceId) {
      if (!hasLicense(state.devices.get(deviceId)) && !isAvailable(deviceId)) return noneLeft();
      reserved.add(deviceId);
      return undefined;
    },
    release(deviceId) {
      reserved.delete(deviceId);
    },
    count: () => toLicenses(licenses, used()),
  };
}
