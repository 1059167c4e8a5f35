import { mayAdopt } from '../domain/scope.js';
import { viewUnknown } from '../domain/unknown-device.js';
import { success, type Result } from '../errors.js';
import type { UnknownDeviceView } from '../schema/unknown-device.js';
import type { User } from '../schema/user.js';
import type { Store } from '../store/store.js';
import { noUnknown } from './devices.js';
import type { Turns } from '../turns.js';

/** Ids that were heard and are not registered, for who may register any device. */
export type UnknownDevices = {
  /** by id; none for who is bound */
  readonly list: (user: User) => UnknownDeviceView[];
  /** what is kept of it is gone; it is heard anew when it sends again */
  readonly discard: (user: User, deviceId: string) => Promise<Result<undefined>>;
};

export type UnknownDevicesOptions = { readonly store: Pick<Store, 'state' | 'append'>; readonly inTurn: Turns };

export function createUnknownDevices({ store, inTurn }: UnknownDevicesOptions): UnknownDevices {
  const { devices } = store.state.quarantine;
  return {
    list: (user) =>
      mayAdopt(user)
        ? [...devices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, device]) => viewUnknown(id, device))
        : [],
    discard: (user, deviceId) =>
      inTurn(async () => {
        if (!mayAdopt(user) || !devices.has(deviceId)) return noUnknown(deviceId);
        await store.append([{ kind: 'quarantine-removed', v: { id: deviceId, reason: 'discarded' } }]);
        return success(undefined);
      }),
  };
}
