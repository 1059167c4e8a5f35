import { readDevice, viewDevice } from '../../domain/devices/device.js';
import { canAdopt, canSee } from '../../domain/accounts/scope.js';
import { usageOn } from '../../domain/messages/daily-usage.js';
import { failure, success, type Failure, type Result } from '../../errors.js';
import type { Device, DeviceChange, DeviceInput, DeviceView } from '../../schema/devices/device.js';
import type { Change } from '../../schema/entry.js';
import type { Licenses } from '../../schema/devices/licenses.js';
import type { AdoptionInput } from '../../schema/devices/unknown-device.js';
import type { User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import { readAdoption } from './adoption.js';
import type { Edit } from '../edit.js';
import { createLicensePool, type LicensePool, type LicensePoolOptions } from './license-pool.js';
import { withoutReference } from '../notification-rules.js';
import { createRegistrationRules } from './registration-rules.js';
import type { CurrentDate } from '../time/current-date.js';
import type { Mutex } from '../../mutex.js';

export type DeviceQuery = { readonly group?: string; readonly state?: DeviceView['state'] };

export type Devices = {
  /** the devices the user may see, by id */
  readonly list: (user: User, query?: DeviceQuery) => DeviceView[];
  /** the device itself; one that the user may not see is `not_found` */
  readonly find: (user: User, deviceId: string) => Result<Device>;
  /** the device as it is shown */
  readonly get: (user: User, deviceId: string) => Result<DeviceView>;
  /** takes a licence: `no_license` when none is free, `conflict` when the id is taken */
  readonly create: (user: User, input: DeviceInput) => Promise<Result<DeviceView>>;
  /** the same for one that came in over a port */
  readonly register: (deviceId: string) => Promise<Result<DeviceView>>;
  /** the same for one that is in quarantine; `not_found` when it is not, or the user is bound */
  readonly adopt: (user: User, deviceId: string, input: AdoptionInput) => Promise<Result<AdoptionResult>>;
  /** takes a licence if it was expired and no longer is */
  readonly change: (user: User, deviceId: string, edit: Edit<DeviceView, DeviceChange>) => Promise<Result<DeviceView>>;
  /** its groups lose it; its history stays until retention takes it */
  readonly remove: (user: User, deviceId: string) => Promise<Result<undefined>>;
  /**
   * The device is there, in the group and with what is given, of which the rest stays: registered if it was not. The
   * proof is in the same append; it is told whether anything changes with it.
   */
  readonly upsert: (
    user: User,
    input: AdoptionInput & { readonly id: string },
    proofOf: (changes: boolean) => readonly Change[],
  ) => Promise<Result<DeviceView>>;
  readonly licenses: () => Licenses;
} & Pick<LicensePool, 'reserve' | 'release'>;

/** A new device, and how many records of the quarantine came with it, or were in its history already. */
export type AdoptionResult = { readonly device: DeviceView; readonly accepted: number; readonly duplicates: number };

export type DevicesOptions = Pick<LicensePoolOptions, 'clock' | 'licenses'> & {
  readonly store: Pick<Store, 'state' | 'history' | 'append'>;
  readonly today: CurrentDate;
  /** two requests for the last licence must not both see it free */
  readonly exclusive: Mutex;
};

export function createDevices({ store, clock, today, licenses, exclusive }: DevicesOptions): Devices {
  const { state } = store;
  const { joinOwnGroup, joinRequestedGroup, joinGroup, checkQuota } = createRegistrationRules({ state, clock });
  const { noLicense, reserve, release, count } = createLicensePool({ state, clock, licenses });

  const view = (device: Device): DeviceView =>
    viewDevice(device, state.heard.get(device.id), usageOn(state.sent.get(device.id), today()), clock.now());

  function find(user: User, deviceId: string): Result<Device> {
    const device = state.devices.get(deviceId);
    if (device !== undefined && canSee(user, deviceId, state.groups)) return success(device);
    return failure('not_found', `there is no device ${deviceId}`);
  }

  /** What came of it while it was not registered is in the same append: nothing is lost, nothing is there twice. */
  async function add(device: Device, others: readonly Change[]): Promise<Result<AdoptionResult>> {
    if (state.devices.has(device.id)) return failure('conflict', `there is a device ${device.id} already`);
    const refused = noLicense(device);
    if (refused !== undefined) return refused;
    const { changes, ...counts } = await readAdoption(store, device.id);
    await store.append([{ kind: 'device', v: device }, ...others, ...changes]);
    return success({ device: view(device), ...counts });
  }

  return {
    list: (user, query = {}) =>
      [...state.devices.values()]
        .filter(({ id }) => canSee(user, id, state.groups))
        .filter(
          ({ id }) => query.group === undefined || canSee({ group: query.group, deviceId: null }, id, state.groups),
        )
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(view)
        .filter((device) => query.state === undefined || device.state === query.state),
    find,
    get(user, deviceId) {
      const found = find(user, deviceId);
      return found.ok ? success(view(found.value)) : found;
    },
    create: (user, input) =>
      exclusive(async () => {
        const read = readDevice(input);
        if (!read.ok) return read;
        const device = { ...read.value, registeredBy: user.id };
        const others = joinOwnGroup(user, device.id);
        if (!others.ok) return others;
        return checkQuota(user) ?? deviceOf(await add(device, others.value));
      }),
    register: (deviceId) =>
      exclusive(async () => {
        const read = readDevice({ id: deviceId });
        return read.ok ? deviceOf(await add(read.value, [])) : read;
      }),
    adopt: (user, deviceId, { group, ...input }) =>
      exclusive(async () => {
        if (!canAdopt(user) || !state.quarantine.devices.has(deviceId)) return unknownDeviceNotFound(deviceId);
        const { id = deviceId } = input;
        if (id !== deviceId) return idMismatch(deviceId);
        const read = readDevice({ ...input, id });
        if (!read.ok) return read;
        const others = joinRequestedGroup(user, deviceId, group);
        if (!others.ok) return others;
        return checkQuota(user) ?? add({ ...read.value, registeredBy: user.id }, others.value);
      }),
    change: (user, deviceId, edit) =>
      exclusive(async () => {
        const found = find(user, deviceId);
        if (!found.ok) return found;
        const shown = view(found.value);
        const edited = edit(shown);
        if (!edited.ok) return edited;
        const { id = deviceId } = edited.value;
        if (id !== deviceId) return idMismatch(deviceId);
        const read = readDevice({ ...edited.value, id }, shown);
        if (!read.ok) return read;
        const device = { ...read.value, registeredBy: found.value.registeredBy };
        const refused = noLicense(device, found.value);
        if (refused !== undefined) return refused;
        await store.append([{ kind: 'device', v: device }]);
        return success(view(device));
      }),
    remove: (user, deviceId) =>
      exclusive(async () => {
        const found = find(user, deviceId);
        if (!found.ok) return found;
        const lastModified = new Date(clock.now()).toISOString();
        const changedGroups = [...state.groups.values()]
          .filter(({ devices }) => devices.includes(deviceId))
          .map((group): Change => {
            const devices = group.devices.filter((id) => id !== deviceId);
            return { kind: 'group', v: { ...group, devices, lastModified } };
          });
        await store.append([
          { kind: 'device-removed', v: { id: deviceId } },
          ...changedGroups,
          ...withoutReference(state, 'devices', deviceId),
        ]);
        return success(undefined);
      }),
    upsert: (user, { group, ...input }, proofOf) =>
      exclusive(async () => {
        const previous = state.devices.get(input.id);
        const read =
          previous === undefined ? readDevice(input) : readDevice(mergeInput(view(previous), input), view(previous));
        if (!read.ok) return read;
        const others = joinGroup(input.id, group);
        if (!others.ok) return others;
        if (previous === undefined) {
          const refused = checkQuota(user);
          const added =
            refused ?? (await add({ ...read.value, registeredBy: user.id }, [...others.value, ...proofOf(true)]));
          return deviceOf(added);
        }
        const device = { ...read.value, registeredBy: previous.registeredBy };
        const refused = noLicense(device, previous);
        if (refused !== undefined) return refused;
        const isSame = JSON.stringify(device) === JSON.stringify(previous);
        const changes: Change[] = [...(isSame ? [] : [{ kind: 'device' as const, v: device }]), ...others.value];
        const proof = proofOf(changes.length > 0);
        if (changes.length + proof.length > 0) await store.append([...changes, ...proof]);
        return success(view(device));
      }),
    reserve,
    release,
    licenses: count,
  };
}

const mergeInput = (shown: DeviceView, { limits, ...input }: DeviceInput): DeviceInput => ({
  ...shown,
  ...input,
  limits: { ...shown.limits, ...limits },
});

const deviceOf = (added: Result<AdoptionResult>): Result<DeviceView> =>
  added.ok ? success(added.value.device) : added;

const idMismatch = (id: string): Failure => failure('validation_failed', `/id must be ${id}, as in the path`);

export const unknownDeviceNotFound = (id: string): Failure =>
  failure('not_found', `nothing is kept of an unknown device ${id}`);
