import { failure, success, type Failure, type Result } from '../../errors.js';
import type { User, UserInput, UserView } from '../../schema/accounts/user.js';
import { readInstant } from '../clock/instant.js';
import { hasPrivilege, canManageUser } from './scope.js';

/** What a user may not change of himself, unless he is an administrator: it is what bounds him. */
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

/** A user as a client asked for him, with everything left out at its default. */
export function readUser(input: UserInput, stamp: Pick<User, 'id' | 'creation' | 'modification'>): Result<User> {
  const from = readOptionalInstant(input.from, '/from');
  if (!from.ok) return from;
  const expires = readOptionalInstant(input.expires, '/expires');
  if (!expires.ok) return expires;
  return success({
    ...stamp,
    name: input.name,
    email: input.email,
    country: input.country,
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

export const viewUser = (user: User, lastLogin: string | undefined): UserView => ({
  ...user,
  lastLogin: lastLogin ?? null,
});

/** Why `actor` may not make `user` (as he is `former`ly, if there) what is wanted; undefined when he may. */
export function refuseUserChange(actor: User, user: User, previous?: User): Failure | undefined {
  if (previous?.id === actor.id && !hasPrivilege(actor, 'admin')) {
    const changed = SCOPE_FIELDS.find((name) => JSON.stringify(user[name]) !== JSON.stringify(previous[name]));
    return changed === undefined ? undefined : failure('forbidden', `/${changed} is not yours to change`);
  }
  if (!hasPrivilege(actor, 'users:write')) return failure('forbidden', 'this takes the privilege users:write');
  if (canManageUser(actor, user) && (previous === undefined || canManageUser(actor, previous))) return undefined;
  return failure('forbidden', 'this user may do or see what you may not: ask an administrator');
}
