import { countLicences, isExpired, usedLicences } from '../domain/licence.js';
import { failure, type Failure } from '../errors.js';
import type { Device } from '../schema/device.js';
import type { Licenses } from '../schema/licenses.js';
import type { Store } from '../store/store.js';
import type { Clock } from './clock.js';

/** Who has a licence, and for whom one is kept. */
export type Licensing = {
  /** Why there is none for `device` in place of `former`; undefined when there is one. */
  readonly unlicensed: (device: Device, former?: Device) => Failure | undefined;
  /** Keeps one for a device that is about to be registered: nobody else gets it. Gives back why there is none. */
  readonly reserve: (deviceId: string) => Failure | undefined;
  readonly release: (deviceId: string) => void;
  readonly count: () => Licenses;
};

export type LicensingOptions = {
  readonly state: Store['state'];
  /** the time by which devices expire */
  readonly clock: Pick<Clock, 'now'>;
  /** `licenses.total` of the configuration */
  readonly licences: number;
};

export function createLicensing({ state, clock, licences }: LicensingOptions): Licensing {
  const reserved = new Set<string>();

  const used = (): number => usedLicences(state.devices.values(), clock.now());
  const hasOne = (device: Device | undefined): boolean => device !== undefined && !isExpired(device, clock.now());

  /** Is there one for `deviceId`, which has none? */
  function isFree(deviceId: string): boolean {
    const others = [...reserved].filter((id) => id !== deviceId && !hasOne(state.devices.get(id)));
    return used() + others.length < licences;
  }

  const none = (): Failure =>
    failure('no_license', `all ${licences} licences are in use: let a device expire, or raise licenses.total`);

  return {
    unlicensed: (device, former) =>
      isExpired(device, clock.now()) || hasOne(former) || isFree(device.id) ? undefined : none(),
    reserve(deviceId) {
      if (!hasOne(state.devices.get(deviceId)) && !isFree(deviceId)) return none();
      reserved.add(deviceId);
      return undefined;
    },
    release(deviceId) {
      reserved.delete(deviceId);
    },
    count: () => countLicences(licences, used()),
  };
}
