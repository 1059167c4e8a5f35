import { canAdopt } from '../../domain/accounts/scope.js';
import { viewUnknownDevice } from '../../domain/devices/unknown-device.js';
import { success, type Result } from '../../errors.js';
import type { User } from '../../schema/accounts/user.js';
import type { UnknownDeviceView } from '../../schema/devices/unknown-device.js';
import type { Store } from '../../store/store.js';
import { byUser, type Edits } from '../edits.js';
import { unknownDeviceNotFound } from './devices.js';

/** Ids that sent reports and are not registered. Only users who may register any device see them. */
export type UnknownDevices = {
  /** sorted by id; empty for restricted users */
  readonly list: (user: User) => UnknownDeviceView[];
  /** Deletes its quarantined records. It is listed again after its next report. */
  readonly discard: (user: User, deviceId: string) => Promise<Result<undefined>>;
};

export type UnknownDevicesOptions = { readonly store: Pick<Store, 'state' | 'append'>; readonly edits: Edits };

export function createUnknownDevices({ store, edits }: UnknownDevicesOptions): UnknownDevices {
  const { devices } = store.state.quarantine;
  return {
    list: (user) =>
      canAdopt(user)
        ? [...devices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, device]) => viewUnknownDevice(id, device))
        : [],
    discard: (caller, deviceId) =>
      edits(caller, async (user) => {
        if (!canAdopt(user) || !devices.has(deviceId)) return unknownDeviceNotFound(deviceId);
        await store.append([{ kind: 'quarantine-removed', v: { id: deviceId, reason: 'discarded' } }], byUser(user));
        return success(undefined);
      }),
  };
}
