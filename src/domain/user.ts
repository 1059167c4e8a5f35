import { failure, success, type Failure, type Result } from '../errors.js';
import type { User, UserInput, UserView } from '../schema/user.js';
import { readInstant } from './instant.js';
import { mayDo, mayManage } from './scope.js';

/** What a user may not change of himself, unless he is an administrator: it is what bounds him. */
const bounds = [
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
  const from = readEnd(input.from, '/from');
  if (!from.ok) return from;
  const expires = readEnd(input.expires, '/expires');
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

const readEnd = (end: string | null | undefined, pointer: string): Result<string | null> =>
  typeof end === 'string' ? readInstant(end, pointer) : success(null);

export const viewUser = (user: User, lastLogin: string | undefined): UserView => ({
  ...user,
  lastLogin: lastLogin ?? null,
});

/** Why `actor` may not make `user` (as he is `former`ly, if there) what is wanted; undefined when he may. */
export function refusalOf(actor: User, user: User, former?: User): Failure | undefined {
  if (former?.id === actor.id && !mayDo(actor, 'admin')) {
    const changed = bounds.find((name) => JSON.stringify(user[name]) !== JSON.stringify(former[name]));
    return changed === undefined ? undefined : failure('forbidden', `/${changed} is not yours to change`);
  }
  if (!mayDo(actor, 'users:write')) return failure('forbidden', 'this takes the privilege users:write');
  if (mayManage(actor, user) && (former === undefined || mayManage(actor, former))) return undefined;
  return failure('forbidden', 'this user may do or see what you may not: ask an administrator');
}
