import { success, type Failure, type Result } from '../../errors.js';
import { privilegeErrors } from '../messages.js';
import { quotaErrors, userErrors } from './messages.js';
import type { User, UserInput, UserView } from '../../schema/accounts/user.js';
import { readInstant } from '../clock/instant.js';
import { countryCodeOf } from '../../schema/countries-and-zones.js';
import { hasPrivilege, canManageUser, isWithinQuota } from './scope.js';

/** Fields that limit a user; only administrators change their own. */
const SCOPE_FIELDS = [
  'privileges',
  'group',
  'deviceId',
  'adminDevices',
  'from',
  'expires',
  'disabled',
  'disabledMessage',
  'message',
] as const satisfies readonly (keyof User)[];

/** A user from a request, with defaults for omitted fields. */
export function readUser(input: UserInput, stamp: Pick<User, 'id' | 'creation' | 'modification'>): Result<User> {
  const from = readOptionalInstant(input.from, '/from');
  if (!from.ok) return from;
  const expires = readOptionalInstant(input.expires, '/expires');
  if (!expires.ok) return expires;
  return success({
    ...stamp,
    name: input.name,
    email: input.email,
    country: countryCodeOf(input.country) ?? input.country,
    timeZone: input.timeZone,
    description: input.description ?? '',
    message: input.message ?? '',
    disabled: input.disabled ?? false,
    disabledMessage: input.disabledMessage ?? '',
    tags: input.tags ?? {},
    privileges: input.privileges ?? [],
    group: input.group ?? null,
    deviceId: input.deviceId ?? null,
    adminDevices: input.adminDevices ?? null,
    from: from.value,
    expires: expires.value,
  });
}

const readOptionalInstant = (instant: string | null | undefined, pointer: string): Result<string | null> =>
  typeof instant === 'string' ? readInstant(instant, pointer) : success(null);

/** Where a user who manages others is active, and what they see. */
const REACH_FIELDS = ['group', 'deviceId', 'from', 'expires'] as const satisfies readonly (keyof User)[];

/** The change gives the user the management of users, or gives it back to them or more of it. */
export function getsManagement(user: User, previous: User | undefined): boolean {
  if (user.disabled || !hasPrivilege(user, 'users:write')) return false;
  if (previous === undefined || previous.disabled || !hasPrivilege(previous, 'users:write')) return true;
  if (hasPrivilege(user, 'admin') && !hasPrivilege(previous, 'admin')) return true;
  return REACH_FIELDS.some((field) => user[field] !== previous[field]);
}

/** What the state has of the sign-ins of users, by user id. */
export type SignInState = {
  readonly logins: ReadonlyMap<string, string>;
  readonly passwords: ReadonlyMap<string, unknown>;
  readonly credentials: ReadonlyMap<string, unknown>;
};

export const viewUser = (user: User, { logins, passwords, credentials }: SignInState): UserView => ({
  ...user,
  lastLogin: logins.get(user.id) ?? null,
  hasPassword: passwords.has(user.id),
  hasApiKey: credentials.has(user.id),
});

/** Why `actor` may not create `user`, or change `previous` to it; undefined if they may. */
export function refuseUserChange(actor: User, user: User, previous?: User): Failure | undefined {
  if (previous?.id === actor.id && !hasPrivilege(actor, 'admin')) {
    const changed = SCOPE_FIELDS.find((name) => JSON.stringify(user[name]) !== JSON.stringify(previous[name]));
    return changed === undefined ? undefined : userErrors.ownScope(`/${changed}`);
  }
  if (!hasPrivilege(actor, 'users:write')) return privilegeErrors.missing({ privilege: 'users:write' });
  const canManagePrevious = previous === undefined || canManageUser(actor, previous);
  if (canManagePrevious && canManageUser(actor, user)) return undefined;
  if (canManagePrevious && !isWithinQuota(actor, user)) {
    return quotaErrors.beyondOwn({ quota: actor.adminDevices ?? 0 }, '/adminDevices');
  }
  return userErrors.beyondActor();
}
