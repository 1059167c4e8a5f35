import { localDate } from '../domain/day.js';
import { readDevice, viewDevice, type DeviceView } from '../domain/device.js';
import { usedLicences } from '../domain/licence.js';
import { maySee } from '../domain/scope.js';
import { failure, success, type Result } from '../errors.js';
import type { Device, DeviceInput } from '../schema/device.js';
import type { User } from '../schema/user.js';
import type { Store } from '../store/store.js';
import type { Clock } from './clock.js';
import { createTurns } from './turns.js';

export type Devices = {
  /** the devices the user may see, by id */
  readonly list: (user: User) => DeviceView[];
  /** the device itself; one that the user may not see is `not_found` */
  readonly find: (user: User, deviceId: string) => Result<Device>;
  /** the device as it is shown */
  readonly get: (user: User, deviceId: string) => Result<DeviceView>;
  /** takes a licence: `no_license` when none is free, `conflict` when the id is taken */
  readonly create: (input: DeviceInput) => Promise<Result<DeviceView>>;
};

export type DevicesOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly timeZone: string;
  /** `licenses.total` of the configuration */
  readonly licences: number;
};

export function createDevices({ store, clock, timeZone, licences }: DevicesOptions): Devices {
  const { state } = store;
  // Two requests for the last licence must not both see it free.
  const inTurn = createTurns();

  const view = (device: Device): DeviceView => {
    const now = clock.now();
    return viewDevice(device, state.heard.get(device.id), localDate(now, timeZone), now);
  };

  function find(user: User, deviceId: string): Result<Device> {
    const device = state.devices.get(deviceId);
    if (device !== undefined && maySee(user, deviceId)) return success(device);
    return failure('not_found', `there is no device ${deviceId}`);
  }

  return {
    list: (user) =>
      [...state.devices.values()]
        .filter(({ id }) => maySee(user, id))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(view),
    find,
    get(user, deviceId) {
      const found = find(user, deviceId);
      return found.ok ? success(view(found.value)) : found;
    },
    create: (input) =>
      inTurn(async () => {
        const read = readDevice(input);
        if (!read.ok) return read;
        const device = read.value;
        if (state.devices.has(device.id)) return failure('conflict', `there is a device ${device.id} already`);
        const now = clock.now();
        const used = usedLicences(state.devices.values(), now);
        const wanted = usedLicences([device], now);
        if (used + wanted > licences) {
          return failure(
            'no_license',
            `all ${licences} licences are in use: let a device expire, or raise licenses.total`,
          );
        }
        await store.append([{ kind: 'device', v: device }]);
        return success(view(device));
      }),
  };
}
