import type { AccessKey } from '../../schema/accounts/access-key.js';
import type { Display } from '../../schema/accounts/display.js';
import type { Group } from '../../schema/devices/group.js';
import { includesPrivilege, PRIVILEGES, privilegesOf, type Privilege } from '../../schema/accounts/privileges.js';
import type { User } from '../../schema/accounts/user.js';

/** The only place that decides what a user may do and see. */

export const hasPrivilege = (user: Pick<User, 'privileges'>, privilege: Privilege): boolean =>
  includesPrivilege(user.privileges, privilege);

/** All groups, by id. */
type GroupsById = ReadonlyMap<string, Group>;
type UserScope = Pick<User, 'group' | 'deviceId'>;

// A group is replaced, never changed, so the set of its members is built once.
const memberSets = new WeakMap<Group, ReadonlySet<string>>();

function isMember(group: Group, deviceId: string): boolean {
  let members = memberSets.get(group);
  if (members === undefined) memberSets.set(group, (members = new Set(group.devices)));
  return members.has(deviceId);
}

/** A device outside the scope does not exist for the user. A user restricted to a removed group sees no device. */
export function canSee(user: UserScope, deviceId: string, groups: GroupsById): boolean {
  if (user.deviceId !== null && user.deviceId !== deviceId) return false;
  if (user.group === null) return true;
  const group = groups.get(user.group);
  return group !== undefined && isMember(group, deviceId);
}

/** By device id: the number of the entry that registered it; none for devices registered by a version without it. */
type Registrations = ReadonlyMap<string, number>;

/**
 * The first entry about the device that the user sees. Restricted users see nothing from before its registration: an id
 * that they register, or that is registered for them, may have been the device of others.
 */
export const visibleFrom = (user: UserScope, deviceId: string, registrations: Registrations): number =>
  isRestricted(user) ? (registrations.get(deviceId) ?? 0) : 0;

/** The user may see entry `n`, which is about the device. */
export const canSeeEntry = (
  user: UserScope,
  deviceId: string,
  n: number,
  { groups, registrations }: { readonly groups: GroupsById; readonly registrations: Registrations },
): boolean => canSee(user, deviceId, groups) && n >= visibleFrom(user, deviceId, registrations);

/** What the state has of a device from before its registration: its last location, its last contact. */
export type Inherited = { readonly location: boolean; readonly contact: boolean };

/** The user may see the last location, or the last contact, that the state has of a device that they see. */
export const canSeeLast = (
  user: UserScope,
  deviceId: string,
  what: keyof Inherited,
  inherited: ReadonlyMap<string, Inherited>,
): boolean => !isRestricted(user) || inherited.get(deviceId)?.[what] !== true;

/** The user sees only part of the devices, and must not change anything that could widen that. */
export const isRestricted = (user: UserScope): boolean => user.group !== null || user.deviceId !== null;

/** The user may register any device, and therefore sees unknown devices. */
export const canAdopt = (user: UserScope & Pick<User, 'privileges'>): boolean =>
  !isRestricted(user) && hasPrivilege(user, 'devices:write');

/** A group lists its devices, so only users who may see all of them see the group. */
export const canSeeGroup = (user: UserScope, group: Pick<Group, 'id'>): boolean =>
  user.deviceId === null && (user.group === null || user.group === group.id);

/** `user` sees no more than `actor`. */
export const isWithinScope = (actor: UserScope, user: UserScope): boolean =>
  (actor.group === null || actor.group === user.group) && (actor.deviceId === null || actor.deviceId === user.deviceId);

/** `actor` may create or change `user`: granting more than one has is not possible. */
export function canManageUser(actor: User, user: UserScope & Pick<User, 'privileges' | 'adminDevices'>): boolean {
  const granted = user.privileges.flatMap(privilegesOf);
  return (
    isWithinQuota(actor, user) &&
    isWithinScope(actor, user) &&
    granted.every((privilege) => hasPrivilege(actor, privilege))
  );
}

/** `user` may register no more devices than `actor`. */
export const isWithinQuota = (actor: Pick<User, 'adminDevices'>, user: Pick<User, 'adminDevices'>): boolean =>
  actor.adminDevices === null || (user.adminDevices !== null && user.adminDevices <= actor.adminDevices);

/** The account can sign in at `now` (ms since 1970). While the clock is not trusted, `latest` is what it expires by. */
export const isActive = (
  user: Pick<User, 'disabled' | 'from' | 'expires'>,
  now: number,
  latest: number = now,
): boolean =>
  !user.disabled &&
  (user.from === null || Date.parse(user.from) <= now) &&
  (user.expires === null || Date.parse(user.expires) > latest);

/** Stands for a display where a user is expected: without privileges, with the scope of the display. */
type DisplayReader = User & { readonly isDisplay: true };

// A display is replaced, never changed, so its reader is made once.
const readers = new WeakMap<Display, DisplayReader>();

export function displayReader(display: Display): User {
  let reader = readers.get(display);
  if (reader === undefined) readers.set(display, (reader = createReader(display)));
  return reader;
}

const createReader = ({ id, name, group, deviceId, creation }: Display): DisplayReader => ({
  ...{ id, name, group, deviceId, creation, modification: creation, isDisplay: true },
  ...{ email: '', country: '', timeZone: 'UTC', description: '', message: '', tags: {}, privileges: [] },
  ...{ disabled: false, disabledMessage: '', adminDevices: null, from: null, expires: null },
});

/** A display reads devices, locations, alerts and events of its scope, nothing else. */
export const isDisplay = (user: User): boolean => 'isDisplay' in user;

/** A user whose call has an access key: with the rights that key and user have in common. */
type KeyHolder = User & { readonly accessKey: Pick<AccessKey, 'id' | 'name'> };

// Users and keys are replaced, never changed, so the holder is made once for each pair.
const holders = new WeakMap<AccessKey, { readonly user: User; readonly holder: KeyHolder }>();

export function keyHolder(user: User, key: AccessKey): User {
  const known = holders.get(key);
  if (known?.user === user) return known.holder;
  const privileges = PRIVILEGES.filter((one) => hasPrivilege(user, one) && hasPrivilege(key, one));
  const holder: KeyHolder = { ...user, privileges, accessKey: { id: key.id, name: key.name } };
  holders.set(key, { user, holder });
  return holder;
}

/** The access key with which the user makes a call; undefined: another sign-in. */
export const accessKeyOf = (user: User): KeyHolder['accessKey'] | undefined =>
  'accessKey' in user ? (user as KeyHolder).accessKey : undefined;

/** An account that can repair every other one; the last of them must not be removed. */
export const isAdministrator = (user: User, now: number, latest: number = now): boolean =>
  isActive(user, now, latest) && !isRestricted(user) && user.privileges.includes('admin');
