import { readDevice, viewDevice } from '../domain/device.js';
import { mayAdopt, maySee } from '../domain/scope.js';
import { sentOn } from '../domain/sent-counts.js';
import { failure, success, type Failure, type Result } from '../errors.js';
import type { Device, DeviceChange, DeviceInput, DeviceView } from '../schema/device.js';
import type { Change } from '../schema/entry.js';
import type { Licenses } from '../schema/licenses.js';
import type { AdoptionInput } from '../schema/unknown-device.js';
import type { User } from '../schema/user.js';
import type { Store } from '../store/store.js';
import { adoptionOf } from './adoption.js';
import type { Edit } from './edit.js';
import { createLicensing, type Licensing, type LicensingOptions } from './licensing.js';
import { unnamed } from './notifications.js';
import { createRegistering } from './registering.js';
import type { Today } from './today.js';
import type { Turns } from '../turns.js';

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
  readonly adopt: (user: User, deviceId: string, input: AdoptionInput) => Promise<Result<Adopted>>;
  /** takes a licence if it was expired and no longer is */
  readonly change: (user: User, deviceId: string, edit: Edit<DeviceView, DeviceChange>) => Promise<Result<DeviceView>>;
  /** its groups lose it; its history stays until retention takes it */
  readonly remove: (user: User, deviceId: string) => Promise<Result<undefined>>;
  /**
   * The device is there, in the group and with what is given, of which the rest stays: registered if it was not. The
   * proof is in the same append; it is told whether anything changes with it.
   */
  readonly enrol: (
    user: User,
    wanted: AdoptionInput & { readonly id: string },
    proofOf: (changes: boolean) => readonly Change[],
  ) => Promise<Result<DeviceView>>;
  readonly licences: () => Licenses;
} & Pick<Licensing, 'reserve' | 'release'>;

/** A new device, and how many records of the quarantine came with it, or were in its history already. */
export type Adopted = { readonly device: DeviceView; readonly accepted: number; readonly duplicates: number };

export type DevicesOptions = Pick<LicensingOptions, 'clock' | 'licences'> & {
  readonly store: Pick<Store, 'state' | 'history' | 'append'>;
  readonly today: Today;
  /** two requests for the last licence must not both see it free */
  readonly inTurn: Turns;
};

export function createDevices({ store, clock, today, licences, inTurn }: DevicesOptions): Devices {
  const { state } = store;
  const { brought, joined, placed, overQuota } = createRegistering({ state, clock });
  const { unlicensed, reserve, release, count } = createLicensing({ state, clock, licences });

  const view = (device: Device): DeviceView =>
    viewDevice(device, state.heard.get(device.id), sentOn(state.sent.get(device.id), today()), clock.now());

  function find(user: User, deviceId: string): Result<Device> {
    const device = state.devices.get(deviceId);
    if (device !== undefined && maySee(user, deviceId, state.groups)) return success(device);
    return failure('not_found', `there is no device ${deviceId}`);
  }

  /** What came of it while it was not registered is in the same append: nothing is lost, nothing is there twice. */
  async function add(device: Device, others: readonly Change[]): Promise<Result<Adopted>> {
    if (state.devices.has(device.id)) return failure('conflict', `there is a device ${device.id} already`);
    const refused = unlicensed(device);
    if (refused !== undefined) return refused;
    const { changes, ...counts } = await adoptionOf(store, device.id);
    await store.append([{ kind: 'device', v: device }, ...others, ...changes]);
    return success({ device: view(device), ...counts });
  }

  return {
    list: (user, query = {}) =>
      [...state.devices.values()]
        .filter(({ id }) => maySee(user, id, state.groups))
        .filter(
          ({ id }) => query.group === undefined || maySee({ group: query.group, deviceId: null }, id, state.groups),
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
      inTurn(async () => {
        const read = readDevice(input);
        if (!read.ok) return read;
        const device = { ...read.value, registeredBy: user.id };
        const others = brought(user, device.id);
        if (!others.ok) return others;
        return overQuota(user) ?? viewOf(await add(device, others.value));
      }),
    register: (deviceId) =>
      inTurn(async () => {
        const read = readDevice({ id: deviceId });
        return read.ok ? viewOf(await add(read.value, [])) : read;
      }),
    adopt: (user, deviceId, { group, ...input }) =>
      inTurn(async () => {
        if (!mayAdopt(user) || !state.quarantine.devices.has(deviceId)) return noUnknown(deviceId);
        const { id = deviceId } = input;
        if (id !== deviceId) return otherId(deviceId);
        const read = readDevice({ ...input, id });
        if (!read.ok) return read;
        const others = joined(user, deviceId, group);
        if (!others.ok) return others;
        return overQuota(user) ?? add({ ...read.value, registeredBy: user.id }, others.value);
      }),
    change: (user, deviceId, edit) =>
      inTurn(async () => {
        const found = find(user, deviceId);
        if (!found.ok) return found;
        const shown = view(found.value);
        const wanted = edit(shown);
        if (!wanted.ok) return wanted;
        const { id = deviceId } = wanted.value;
        if (id !== deviceId) return otherId(deviceId);
        const read = readDevice({ ...wanted.value, id }, shown);
        if (!read.ok) return read;
        const device = { ...read.value, registeredBy: found.value.registeredBy };
        const refused = unlicensed(device, found.value);
        if (refused !== undefined) return refused;
        await store.append([{ kind: 'device', v: device }]);
        return success(view(device));
      }),
    remove: (user, deviceId) =>
      inTurn(async () => {
        const found = find(user, deviceId);
        if (!found.ok) return found;
        const lastModified = new Date(clock.now()).toISOString();
        const left = [...state.groups.values()]
          .filter(({ devices }) => devices.includes(deviceId))
          .map((group): Change => {
            const devices = group.devices.filter((id) => id !== deviceId);
            return { kind: 'group', v: { ...group, devices, lastModified } };
          });
        await store.append([
          { kind: 'device-removed', v: { id: deviceId } },
          ...left,
          ...unnamed(state, 'devices', deviceId),
        ]);
        return success(undefined);
      }),
    enrol: (user, { group, ...input }, proofOf) =>
      inTurn(async () => {
        const former = state.devices.get(input.id);
        const read = former === undefined ? readDevice(input) : readDevice(merged(view(former), input), view(former));
        if (!read.ok) return read;
        const others = placed(input.id, group);
        if (!others.ok) return others;
        if (former === undefined) {
          const refused = overQuota(user);
          const added =
            refused ?? (await add({ ...read.value, registeredBy: user.id }, [...others.value, ...proofOf(true)]));
          return viewOf(added);
        }
        const device = { ...read.value, registeredBy: former.registeredBy };
        const refused = unlicensed(device, former);
        if (refused !== undefined) return refused;
        const isSame = JSON.stringify(device) === JSON.stringify(former);
        const changes: Change[] = [...(isSame ? [] : [{ kind: 'device' as const, v: device }]), ...others.value];
        const proof = proofOf(changes.length > 0);
        if (changes.length + proof.length > 0) await store.append([...changes, ...proof]);
        return success(view(device));
      }),
    reserve,
    release,
    licences: count,
  };
}

const merged = (shown: DeviceView, { limits, ...input }: DeviceInput): DeviceInput => ({
  ...shown,
  ...input,
  limits: { ...shown.limits, ...limits },
});

const viewOf = (added: Result<Adopted>): Result<DeviceView> => (added.ok ? success(added.value.device) : added);

const otherId = (id: string): Failure => failure('validation_failed', `/id must be ${id}, as in the path`);

export const noUnknown = (id: string): Failure => failure('not_found', `nothing is kept of an unknown device ${id}`);
