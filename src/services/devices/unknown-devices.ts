import { canAdopt } from '../../domain/accounts/scope.js';
import { viewUnknownDevice } from '../../domain/devices/unknown-device.js';
import { success, type Result } from '../../errors.js';
import type { UnknownDeviceView } from '../../schema/devices/unknown-device.js';
import type { User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import { unknownDeviceNotFound } from './devices.js';
import type { Mutex } from '../../mutex.js';

/** Ids that were heard and are not registered, for who may register any device. */
export type UnknownDevices = {
  /** by id; none for who is bound */
  readonly list: (user: User) => UnknownDeviceView[];
  /** what is kept of it is gone; it is heard anew when it sends again */
  readonly discard: (user: User, deviceId: string) => Promise<Result<undefined>>;
};

export type UnknownDevicesOptions = { readonly store: Pick<Store, 'state' | 'append'>; readonly exclusive: Mutex };

export function createUnknownDevices({ store, exclusive }: UnknownDevicesOptions): UnknownDevices {
  const { devices } = store.state.quarantine;
  return {
    list: (user) =>
      canAdopt(user)
        ? [...devices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, device]) => viewUnknownDevice(id, device))
        : [],
    discard: (user, deviceId) =>
      exclusive(async () => {
        if (!canAdopt(user) || !devices.has(deviceId)) return unknownDeviceNotFound(deviceId);
        await store.append([{ kind: 'quarantine-removed', v: { id: deviceId, reason: 'discarded' } }]);
        return success(undefined);
      }),
  };
}
