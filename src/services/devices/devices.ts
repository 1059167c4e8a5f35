import { canAdopt, canSee, canSeeLast, isRestricted } from '../../domain/accounts/scope.js';
import { isDeviceId, readDevice, viewDevice } from '../../domain/devices/device.js';
import { forecastExpiries, isExpired } from '../../domain/devices/license.js';
import { usageOn } from '../../domain/messages/daily-usage.js';
import { success, type Failure, type Result } from '../../errors.js';
import { deviceErrors } from './messages.js';
import type { Mutex } from '../../mutex.js';
import type { User } from '../../schema/accounts/user.js';
import type { Device, DeviceChange, DeviceInput, DeviceView } from '../../schema/devices/device.js';
import type { Forecast, Licenses } from '../../schema/devices/licenses.js';
import type { AdoptionInput } from '../../schema/devices/unknown-device.js';
import type { Change } from '../../schema/entry.js';
import type { ChangeCause, Store } from '../../store/store.js';
import { appendWithin } from '../append-within.js';
import { isUnchanged, type Edit } from '../edit.js';
import { byUser, type Edits } from '../edits.js';
import { withoutReference } from '../notification-rules.js';
import type { Refusals } from '../system/refusals.js';
import type { Time } from '../time/time.js';
import { readAdoption, readPrevious, type PreviousId } from './adoption.js';
import { withDescription } from './depot-devices.js';
import { createLicensePool, type LicensePool } from './license-pool.js';
import { createRegistrationRules, type RegistrationRules } from './registration-rules.js';

type DeviceQuery = {
  readonly group?: string;
  readonly state?: DeviceView['state'];
  readonly limit?: number;
  readonly offset?: number;
};

/** A device with the group it joins, and the id under which its tracker reported before. */
type DeviceUpsert = AdoptionInput & { readonly id: string; readonly previous?: PreviousId | undefined };

/** The changes that document an upsert, stored in the same append. `hasChanges`: the upsert changes something. */
type ProofOf = (hasChanges: boolean) => readonly Change[];

export type Devices = {
  /** the devices visible to the user, sorted by id; each view is made when it is taken */
  readonly list: (user: User, query?: DeviceQuery) => Iterable<DeviceView>;
  /** the stored device; `not_found` if the user may not see it */
  readonly find: (user: User, deviceId: string) => Result<Device>;
  /** the device as the API shows it */
  readonly get: (user: User, deviceId: string) => Result<DeviceView>;
  /** Uses a license: `no_license` if none is free; `conflict`: the id is taken. */
  readonly create: (user: User, input: DeviceInput) => Promise<Result<DeviceView>>;
  /** The same for a device that reported, which joins the group; `rate_limited` beyond the budget of `by`. */
  readonly register: (deviceId: string, by?: ChangeCause, group?: string | null) => Promise<Result<DeviceView>>;
  /** The same for a device in quarantine; `not_found` if it is not there, or the user is restricted. */
  readonly adopt: (user: User, deviceId: string, input: AdoptionInput) => Promise<Result<AdoptionResult>>;
  /** Uses a license if the device was expired and no longer is. */
  readonly change: (user: User, deviceId: string, edit: Edit<DeviceView, DeviceChange>) => Promise<Result<DeviceView>>;
  /** Its groups and rules lose it; its history stays until retention deletes it. */
  readonly remove: (user: User, deviceId: string) => Promise<Result<undefined>>;
  /** Registers the device, or sets the given fields and leaves the others. */
  readonly upsert: (user: User, input: DeviceUpsert, proofOf: ProofOf) => Promise<Result<DeviceView>>;
  readonly licenses: () => Licenses;
  /** The licenses that become free in the next 30 days; lists only devices visible to the user. */
  readonly forecast: (user: User) => Forecast;
  readonly reserve: LicensePool['reserve'];
  readonly release: LicensePool['release'];
};

/** A new device. Its quarantined records were imported (`accepted`) or already in its history (`duplicates`). */
type AdoptionResult = { readonly device: DeviceView; readonly accepted: number; readonly duplicates: number };

export type DevicesOptions = {
  readonly store: Pick<Store, 'state' | 'history' | 'append'>;
  readonly time: Pick<Time, 'trustedNow' | 'date' | 'timeZone'>;
  /** `licenses.total`: may be changed */
  readonly licenses: () => number;
  /** Two requests for the last license must not both find it free. */
  readonly edits: Edits;
  /** for changes by the gateway */
  readonly exclusive: Mutex;
  readonly refusals?: Pick<Refusals, 'note'>;
};

const FORECAST_DAYS = 30;

type Context = DevicesOptions & {
  readonly state: Store['state'];
  readonly rules: RegistrationRules;
  readonly pool: LicensePool;
};

export function createDevices(options: DevicesOptions): Devices {
  const { store, time, licenses, edits, exclusive } = options;
  const { state } = store;
  const rules = createRegistrationRules({ state, time });
  const pool = createLicensePool({ state, time, licenses });
  const context: Context = { ...options, state, rules, pool };
  return {
    list: (user, query = {}) => listDevices(context, user, query),
    find: (user, deviceId) => find(context, user, deviceId),
    get(user, deviceId) {
      const found = find(context, user, deviceId);
      return found.ok ? success(view(context, user, found.value)) : found;
    },
    create: (caller, input) => edits(caller, (user) => create(context, user, input)),
    register: (deviceId, by, group) =>
      exclusive(async () => {
        const read = readDevice({ id: deviceId });
        if (!read.ok) return read;
        // A group that was removed meanwhile is no reason to refuse the device.
        const joined = rules.joinGroup(deviceId, group ?? undefined);
        return deviceOf(await add(context, undefined, read.value, joined.ok ? joined.value : [], by));
      }),
    adopt: (caller, deviceId, input) => edits(caller, (user) => adopt(context, user, deviceId, input)),
    change: (caller, deviceId, edit) => edits(caller, (user) => change(context, user, deviceId, edit)),
    remove: (caller, deviceId) => edits(caller, (user) => remove(context, user, deviceId)),
    upsert: (user, input, proofOf) => exclusive(() => upsert(context, user, input, proofOf)),
    reserve: pool.reserve,
    release: pool.release,
    licenses: pool.count,
    forecast: (user) =>
      forecastExpiries(state.devices.values(), {
        now: time.trustedNow(),
        days: FORECAST_DAYS,
        timeZone: time.timeZone,
        isVisible: (deviceId) => canSee(user, deviceId, state.groups),
      }),
  };
}

function view(
  { state, time }: Context,
  user: User | undefined,
  device: Device,
  now: number = time.trustedNow(),
): DeviceView {
  const { id } = device;
  const isContactVisible = user === undefined || canSeeLast(user, id, 'contact', state.inherited);
  const lastContact = isContactVisible ? state.lastSeen.get(id) : undefined;
  return viewDevice(device, lastContact, usageOn(state.sent.get(id), time.date()), now);
}

function find({ state }: Context, user: User, deviceId: string): Result<Device> {
  const device = state.devices.get(deviceId);
  if (device !== undefined && canSee(user, deviceId, state.groups)) return success(device);
  return deviceErrors.notFound({ id: deviceId });
}

function listDevices(context: Context, user: User, query: DeviceQuery): Iterable<DeviceView> {
  const { state, time } = context;
  const { group, limit = Infinity, offset = 0 } = query;
  const isInGroup = (id: string): boolean => group === undefined || canSee({ group, deviceId: null }, id, state.groups);
  const now = time.trustedNow();
  const hasState = (device: Device): boolean =>
    query.state === undefined || isExpired(device, now) === (query.state === 'expired');
  const found = [...state.devices.values()]
    .filter((device) => canSee(user, device.id, state.groups) && isInGroup(device.id) && hasState(device))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(offset, offset + limit);
  return viewEach(context, user, found, now);
}

function* viewEach(context: Context, user: User, devices: readonly Device[], now: number): Generator<DeviceView> {
  for (const device of devices) yield view(context, user, device, now);
}

/**
 * Imports the quarantined records in the same append, so that none is lost or stored twice. Those who may not adopt do not
 * see what arrived before they registered the device: the records come first, so their numbers are lower.
 */
async function add(
  context: Context,
  user: User | undefined,
  device: Device,
  others: readonly Change[],
  by: ChangeCause | undefined = user && byUser(user),
): Promise<Result<AdoptionResult>> {
  const { store, state, pool, time } = context;
  const isTaken = state.devices.has(device.id);
  const refused = isTaken ? deviceErrors.idTaken({ id: device.id }) : pool.noLicense(device);
  if (refused !== undefined) return hideReason(context, user, device.id, refused);
  const { changes, ...counts } = await readAdoption(store, device.id);
  const isImportVisible = user === undefined || !isRestricted(user);
  const now = new Date(time.trustedNow()).toISOString();
  // A description by a depot is from before its registration, too.
  const made = isImportVisible ? withDescription(state, device, others, now) : { device, others };
  const registration: Change[] = [{ kind: 'device', v: made.device }, ...made.others];
  const stored = await appendWithin(
    store,
    isImportVisible ? [...registration, ...changes] : [...changes, ...registration],
    by,
  );
  return stored.ok ? success({ device: view(context, user, made.device), ...counts }) : stored;
}

/** To restricted users, the id of a device that they do not see looks like one for which no license is free. */
function hideReason({ state, refusals }: Context, user: User | undefined, id: string, refused: Failure): Failure {
  if (user === undefined || !isRestricted(user)) return refused;
  if (state.devices.has(id) && canSee(user, id, state.groups)) return refused;
  refusals?.note('device_id_unavailable', { user: user.name });
  return deviceErrors.notAvailable({ id });
}

async function create(context: Context, user: User, input: DeviceInput): Promise<Result<DeviceView>> {
  const { rules } = context;
  const read = readDevice(input);
  if (!read.ok) return read;
  const device = { ...read.value, registeredBy: user.id };
  const others = rules.joinOwnGroup(user, device.id);
  if (!others.ok) return others;
  return rules.checkQuota(user) ?? deviceOf(await add(context, user, device, others.value));
}

async function adopt(
  context: Context,
  user: User,
  deviceId: string,
  { group, ...input }: AdoptionInput,
): Promise<Result<AdoptionResult>> {
  const { state, rules } = context;
  if (!canAdopt(user) || !state.quarantine.devices.has(deviceId)) return unknownDeviceNotFound(deviceId);
  const { id = deviceId } = input;
  if (id !== deviceId) return idMismatch(deviceId);
  if (!isDeviceId(id)) return deviceErrors.unusableId({ id });
  const read = readDevice({ ...input, id });
  if (!read.ok) return read;
  const others = rules.joinRequestedGroup(user, deviceId, group);
  if (!others.ok) return others;
  return rules.checkQuota(user) ?? add(context, user, { ...read.value, registeredBy: user.id }, others.value);
}

async function change(
  context: Context,
  user: User,
  deviceId: string,
  edit: Edit<DeviceView, DeviceChange>,
): Promise<Result<DeviceView>> {
  const { store, pool } = context;
  const found = find(context, user, deviceId);
  if (!found.ok) return found;
  const shown = view(context, user, found.value);
  const edited = edit(shown);
  if (!edited.ok) return edited;
  const { id = deviceId } = edited.value;
  if (id !== deviceId) return idMismatch(deviceId);
  const read = readDevice({ ...edited.value, id }, shown);
  if (!read.ok) return read;
  const device = { ...read.value, registeredBy: found.value.registeredBy };
  const refused = pool.noLicense(device, found.value);
  if (refused !== undefined) return refused;
  const changes: Change[] = isUnchanged(device, found.value) ? [] : [{ kind: 'device', v: device }];
  const stored = await appendWithin(store, changes, byUser(user));
  return stored.ok ? success(view(context, user, device)) : stored;
}

async function remove(context: Context, user: User, deviceId: string): Promise<Result<undefined>> {
  const { store, state, time } = context;
  const found = find(context, user, deviceId);
  if (!found.ok) return found;
  const lastModified = new Date(time.trustedNow()).toISOString();
  const changedGroups = [...state.groups.values()]
    .filter(({ devices }) => devices.includes(deviceId))
    .map((group): Change => {
      const devices = group.devices.filter((id) => id !== deviceId);
      return { kind: 'group', v: { ...group, devices, lastModified } };
    });
  const removal: Change = { kind: 'device-removed', v: { id: deviceId } };
  await store.append([removal, ...changedGroups, ...withoutReference(state, 'devices', deviceId)], byUser(user));
  return success(undefined);
}

async function upsert(
  context: Context,
  user: User,
  { group, previous: previousId, ...input }: DeviceUpsert,
  proofOf: ProofOf,
): Promise<Result<DeviceView>> {
  const { store, state, rules, pool } = context;
  const previous = state.devices.get(input.id);
  const shown = previous && view(context, user, previous);
  const read = shown === undefined ? readDevice(input) : readDevice(mergeInput(shown, input), shown);
  if (!read.ok) return read;
  const others = rules.joinGroup(input.id, group);
  if (!others.ok) return others;
  const imported = await readPrevious(store, input.id, previousId);
  if (previous === undefined) {
    const device = { ...read.value, registeredBy: user.id };
    const documented = [...others.value, ...imported, ...proofOf(true)];
    return rules.checkQuota(user) ?? deviceOf(await add(context, user, device, documented));
  }
  const device = { ...read.value, registeredBy: previous.registeredBy };
  const refused = pool.noLicense(device, previous);
  if (refused !== undefined) return refused;
  const changes: Change[] = [
    ...(isUnchanged(device, previous) ? [] : [{ kind: 'device' as const, v: device }]),
    ...others.value,
    ...imported,
  ];
  const proof = proofOf(changes.length > 0);
  if (changes.length + proof.length === 0) return success(view(context, user, device));
  const stored = await appendWithin(store, [...changes, ...proof], byUser(user));
  return stored.ok ? success(view(context, user, device)) : stored;
}

const mergeInput = (shown: DeviceView, { limits, ...input }: DeviceInput): DeviceInput => ({
  ...shown,
  ...input,
  limits: { ...shown.limits, ...limits },
});

const deviceOf = (added: Result<AdoptionResult>): Result<DeviceView> =>
  added.ok ? success(added.value.device) : added;

const idMismatch = (id: string): Failure => deviceErrors.otherId({ id }, '/id');

export const unknownDeviceNotFound = (id: string): Failure => deviceErrors.unknownNotFound({ id });
