import type { Group } from '../../schema/devices/group.js';
import { PRIVILEGES, type Privilege } from '../../schema/accounts/privileges.js';
import type { User } from '../../schema/accounts/user.js';

/** What a user may do and see, decided here alone. */

export const hasPrivilege = (user: Pick<User, 'privileges'>, privilege: Privilege): boolean =>
  user.privileges.includes('admin') || user.privileges.includes(privilege);

/** The groups there are, by id. */
type GroupsById = ReadonlyMap<string, Group>;
type UserScope = Pick<User, 'group' | 'deviceId'>;

// A group never changes, it is replaced: its members are looked up many times, put into a set once.
const memberSets = new WeakMap<Group, ReadonlySet<string>>();

function isMember(group: Group, deviceId: string): boolean {
  let members = memberSets.get(group);
  if (members === undefined) memberSets.set(group, (members = new Set(group.devices)));
  return members.has(deviceId);
}

/** A device outside the scope does not exist for the user. Who is bound to a group that is gone sees nothing. */
export function canSee(user: UserScope, deviceId: string, groups: GroupsById): boolean {
  if (user.deviceId !== null && user.deviceId !== deviceId) return false;
  if (user.group === null) return true;
  const group = groups.get(user.group);
  return group !== undefined && isMember(group, deviceId);
}

/** Is the user bound to part of the devices? Then nothing that could widen that is his to change. */
export const isRestricted = (user: UserScope): boolean => user.group !== null || user.deviceId !== null;

/** May he register any device, and so be shown what is heard of those that are none yet? */
export const canAdopt = (user: UserScope & Pick<User, 'privileges'>): boolean =>
  !isRestricted(user) && hasPrivilege(user, 'devices:write');

/** A group lists its devices, so it is shown to those alone who may see them all. */
export const canSeeGroup = (user: UserScope, group: Pick<Group, 'id'>): boolean =>
  user.deviceId === null && (user.group === null || user.group === group.id);

/** Is what `user` sees no more than what `actor` sees? */
export const isWithinScope = (actor: UserScope, user: UserScope): boolean =>
  (actor.group === null || actor.group === user.group) && (actor.deviceId === null || actor.deviceId === user.deviceId);

/** May `actor`, who writes users, make `user` what he is, or change him? Nobody gives what he does not have. */
export function canManageUser(actor: User, user: UserScope & Pick<User, 'privileges' | 'adminDevices'>): boolean {
  const granted = user.privileges.includes('admin') ? PRIVILEGES : user.privileges;
  const isWithinQuota =
    actor.adminDevices === null || (user.adminDevices !== null && user.adminDevices <= actor.adminDevices);
  return isWithinQuota && isWithinScope(actor, user) && granted.every((privilege) => hasPrivilege(actor, privilege));
}

/** Is the account open at `now` (ms since 1970)? */
export const isActive = (user: Pick<User, 'disabled' | 'from' | 'expires'>, now: number): boolean =>
  !user.disabled &&
  (user.from === null || Date.parse(user.from) <= now) &&
  (user.expires === null || Date.parse(user.expires) > now);

/** Someone who can set everything right again, and so must be left. */
export const isAdministrator = (user: User, now: number): boolean =>
  isActive(user, now) && !isRestricted(user) && user.privileges.includes('admin');
