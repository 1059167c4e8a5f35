import { randomUUID } from 'node:crypto';
import { caseFold } from '../../domain/case-fold.js';
import { isAdministrator, isWithinScope, hasPrivilege } from '../../domain/accounts/scope.js';
import { readUser, refuseUserChange, viewUser } from '../../domain/accounts/user.js';
import { failure, success, type Failure, type Result } from '../../errors.js';
import type { Change } from '../../schema/entry.js';
import type { User, UserInput, UserView } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import type { Clock } from '../../time/clock.js';
import type { Edit } from '../edit.js';
import { hashKey, generateKey } from './key-hash.js';
import type { Mutex } from '../../mutex.js';

/**
 * The accounts. Everyone sees himself; who has `users:write` sees those within his own scope. Nobody makes another more
 * than he is himself, and one administrator who can sign in is always left.
 */
export type Users = {
  /** by name */
  readonly list: (actor: User) => UserView[];
  readonly get: (actor: User, userId: string) => Result<UserView>;
  /** `conflict` when the name or email is taken */
  readonly create: (actor: User, input: UserInput) => Promise<Result<UserView>>;
  readonly change: (actor: User, userId: string, edit: Edit<UserView, UserInput>) => Promise<Result<UserView>>;
  readonly remove: (actor: User, userId: string) => Promise<Result<undefined>>;
  /** a new API key, which is seen this once; the former one and its tokens end */
  readonly issueKey: (actor: User, userId: string) => Promise<Result<string>>;
  readonly revokeKey: (actor: User, userId: string) => Promise<Result<undefined>>;
};

export type UsersOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly exclusive: Mutex;
};

export function createUsers({ store, clock, exclusive }: UsersOptions): Users {
  const { state } = store;
  const view = (user: User): UserView => viewUser(user, state.logins.get(user.id));

  const isVisible = (actor: User, user: User): boolean =>
    actor.id === user.id || (hasPrivilege(actor, 'users:write') && isWithinScope(actor, user));

  function find(actor: User, userId: string): Result<User> {
    const user = state.users.get(userId);
    if (user !== undefined && isVisible(actor, user)) return success(user);
    return failure('not_found', `there is no user ${userId}`);
  }

  /** Would this leave nobody who can set things right again? `after`: the user then; undefined: he is gone, or has no key. */
  function isLastAdministrator(user: User, after?: User): boolean {
    const now = clock.now();
    const canSignIn = (one: User): boolean => isAdministrator(one, now) && state.credentials.has(one.id);
    if (!canSignIn(user) || (after !== undefined && isAdministrator(after, now))) return false;
    return ![...state.users.values()].some((other) => other.id !== user.id && canSignIn(other));
  }
  const lastAdministratorConflict = ({ name }: User): Failure =>
    failure('conflict', `${name} is the last administrator who can sign in: make another one first`);

  /** Why the user can not be stored as he is; undefined when he can. Who signs in by one name must not meet another. */
  function conflictOf(user: User, previous?: User): Failure | undefined {
    for (const field of ['name', 'email'] as const) {
      const foldedValue = caseFold(user[field]);
      const isTaken = [...state.users.values()].some(
        ({ id, name, email }) => id !== user.id && (caseFold(name) === foldedValue || caseFold(email) === foldedValue),
      );
      if (isTaken) return failure('conflict', `/${field}: another user has it`);
    }
    if (user.group !== null && user.group !== previous?.group && !state.groups.has(user.group)) {
      return failure('validation_failed', `/group: there is no group ${user.group}`);
    }
    if (user.deviceId !== null && user.deviceId !== previous?.deviceId && !state.devices.has(user.deviceId)) {
      return failure('validation_failed', `/deviceId: there is no device ${user.deviceId}`);
    }
    return undefined;
  }

  async function save(actor: User, input: UserInput, previous?: User): Promise<Result<UserView>> {
    const modification = new Date(clock.now()).toISOString();
    const { id = randomUUID(), creation = modification } = previous ?? {};
    const read = readUser(input, { id, creation, modification });
    if (!read.ok) return read;
    const user = read.value;
    const refused = refuseUserChange(actor, user, previous) ?? conflictOf(user, previous);
    if (refused !== undefined) return refused;
    if (previous !== undefined && isLastAdministrator(previous, user)) return lastAdministratorConflict(previous);
    const changes: Change[] = [{ kind: 'user', v: user }];
    if (input.password !== undefined) {
      changes.push({ kind: 'password', v: { userId: id, hash: await hashKey(input.password) } });
    }
    await store.append(changes);
    return success(view(user));
  }

  /** The user, if he is the actor's to manage: himself, or one who may and sees no more than the actor. */
  function findManageable(actor: User, userId: string): Result<User> {
    const found = find(actor, userId);
    if (!found.ok) return found;
    return refuseUserChange(actor, found.value, found.value) ?? found;
  }

  return {
    list: (actor) =>
      [...state.users.values()]
        .filter((user) => isVisible(actor, user))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map(view),
    get(actor, userId) {
      const found = find(actor, userId);
      return found.ok ? success(view(found.value)) : found;
    },
    create: (actor, input) => exclusive(() => save(actor, input)),
    change: (actor, userId, edit) =>
      exclusive(async () => {
        const found = find(actor, userId);
        if (!found.ok) return found;
        const edited = edit(view(found.value));
        return edited.ok ? save(actor, edited.value, found.value) : edited;
      }),
    remove: (actor, userId) =>
      exclusive(async () => {
        const found = findManageable(actor, userId);
        if (!found.ok) return found;
        if (!hasPrivilege(actor, 'users:write')) return failure('forbidden', 'this takes the privilege users:write');
        if (isLastAdministrator(found.value)) return lastAdministratorConflict(found.value);
        await store.append([{ kind: 'user-removed', v: { id: userId } }]);
        return success(undefined);
      }),
    issueKey: (actor, userId) =>
      exclusive(async () => {
        const holder = findManageable(actor, userId);
        if (!holder.ok) return holder;
        const apiKey = generateKey();
        await store.append([{ kind: 'credential', v: { userId, keyId: randomUUID(), hash: await hashKey(apiKey) } }]);
        return success(apiKey);
      }),
    revokeKey: (actor, userId) =>
      exclusive(async () => {
        const holder = findManageable(actor, userId);
        if (!holder.ok) return holder;
        if (isLastAdministrator(holder.value)) return lastAdministratorConflict(holder.value);
        await store.append([{ kind: 'credential-removed', v: { userId } }]);
        return success(undefined);
      }),
  };
}
