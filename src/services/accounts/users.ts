import { randomUUID } from 'node:crypto';
import { hasPrivilege, isAdministrator, isWithinScope } from '../../domain/accounts/scope.js';
import { readUser, refuseUserChange, viewUser } from '../../domain/accounts/user.js';
import { failure, success, type Failure, type Result } from '../../errors.js';
import type { Mutex } from '../../mutex.js';
import type { User, UserInput, UserView } from '../../schema/accounts/user.js';
import type { Change } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import { isTaken } from '../collection.js';
import type { Edit } from '../edit.js';
import type { Time } from '../time/time.js';
import { generateKey, hashKey } from './key-hash.js';

/**
 * The accounts. Users see themselves; with `users:write` also the users within their own scope. No user can give others
 * more than they have themselves, and at least one administrator who can sign in always remains.
 */
export type Users = {
  /** sorted by name */
  readonly list: (actor: User) => UserView[];
  readonly get: (actor: User, userId: string) => Result<UserView>;
  /** `conflict`: the name or email is taken */
  readonly create: (actor: User, input: UserInput) => Promise<Result<UserView>>;
  readonly change: (actor: User, userId: string, edit: Edit<UserView, UserInput>) => Promise<Result<UserView>>;
  readonly remove: (actor: User, userId: string) => Promise<Result<undefined>>;
  /** Gives a new API key, which cannot be read again. The previous key and its tokens become invalid. */
  readonly issueKey: (actor: User, userId: string) => Promise<Result<string>>;
  readonly revokeKey: (actor: User, userId: string) => Promise<Result<undefined>>;
};

export type UsersOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly time: Pick<Time, 'trustedNow'>;
  readonly exclusive: Mutex;
};

export function createUsers(options: UsersOptions): Users {
  const { store, exclusive } = options;
  const { state } = store;
  return {
    list: (actor) =>
      [...state.users.values()]
        .filter((user) => isVisible(actor, user))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map((user) => view(state, user)),
    get(actor, userId) {
      const found = find(state, actor, userId);
      return found.ok ? success(view(state, found.value)) : found;
    },
    create: (actor, input) => exclusive(() => save(options, actor, input)),
    change: (actor, userId, edit) =>
      exclusive(async () => {
        const found = find(state, actor, userId);
        if (!found.ok) return found;
        const edited = edit(view(state, found.value));
        return edited.ok ? save(options, actor, edited.value, found.value) : edited;
      }),
    remove: (actor, userId) =>
      exclusive(async () => {
        const found = findManageable(state, actor, userId);
        if (!found.ok) return found;
        if (!hasPrivilege(actor, 'users:write')) return failure('forbidden', 'requires privilege users:write');
        if (isLastAdministrator(options, found.value)) return lastAdministratorConflict(found.value);
        await store.append([{ kind: 'user-removed', v: { id: userId } }]);
        return success(undefined);
      }),
    issueKey: (actor, userId) =>
      exclusive(async () => {
        const found = findManageable(state, actor, userId);
        if (!found.ok) return found;
        const apiKey = generateKey();
        await store.append([{ kind: 'credential', v: { userId, keyId: randomUUID(), hash: await hashKey(apiKey) } }]);
        return success(apiKey);
      }),
    revokeKey: (actor, userId) =>
      exclusive(async () => {
        const found = findManageable(state, actor, userId);
        if (!found.ok) return found;
        if (isLastAdministrator(options, found.value)) return lastAdministratorConflict(found.value);
        await store.append([{ kind: 'credential-removed', v: { userId } }]);
        return success(undefined);
      }),
  };
}

type UserState = Store['state'];

const view = (state: UserState, user: User): UserView => viewUser(user, state.logins.get(user.id));

const isVisible = (actor: User, user: User): boolean =>
  actor.id === user.id || (hasPrivilege(actor, 'users:write') && isWithinScope(actor, user));

function find(state: UserState, actor: User, userId: string): Result<User> {
  const user = state.users.get(userId);
  return user !== undefined && isVisible(actor, user)
    ? success(user)
    : failure('not_found', `user ${userId} not found`);
}

/** The user, if the actor may manage the account: their own, or one that can do and see no more than the actor. */
function findManageable(state: UserState, actor: User, userId: string): Result<User> {
  const found = find(state, actor, userId);
  return found.ok ? (refuseUserChange(actor, found.value, found.value) ?? found) : found;
}

async function save(options: UsersOptions, actor: User, input: UserInput, previous?: User): Promise<Result<UserView>> {
  const { store, time } = options;
  const { state } = store;
  const modification = new Date(time.trustedNow()).toISOString();
  const { id = randomUUID(), creation = modification } = previous ?? {};
  const read = readUser(input, { id, creation, modification });
  if (!read.ok) return read;
  const user = read.value;
  const refused = refuseUserChange(actor, user, previous) ?? refuseConflict(state, user, previous);
  if (refused !== undefined) return refused;
  if (previous !== undefined && isLastAdministrator(options, previous, user)) {
    return lastAdministratorConflict(previous);
  }
  const changes: Change[] = [{ kind: 'user', v: user }];
  if (input.password !== undefined) {
    changes.push({ kind: 'password', v: { userId: id, hash: await hashKey(input.password) } });
  }
  await store.append(changes);
  return success(view(state, user));
}

/** Users sign in by name or email, so both must differ from every name and email of other users. */
function refuseConflict(state: UserState, user: User, previous?: User): Failure | undefined {
  const others = [...state.users.values()].filter(({ id }) => id !== user.id);
  for (const field of ['name', 'email'] as const) {
    if (isTaken(user[field], others, ({ name, email }) => [name, email])) {
      return failure('conflict', `/${field}: already used by another user`);
    }
  }
  if (user.group !== null && user.group !== previous?.group && !state.groups.has(user.group)) {
    return failure('validation_failed', `/group: group ${user.group} not found`);
  }
  if (user.deviceId !== null && user.deviceId !== previous?.deviceId && !state.devices.has(user.deviceId)) {
    return failure('validation_failed', `/deviceId: device ${user.deviceId} not found`);
  }
  return undefined;
}

/** Would the change leave no administrator who can sign in? `after`: the changed user; undefined: removed, or without key. */
function isLastAdministrator({ store, time }: UsersOptions, user: User, after?: User): boolean {
  const { users, credentials } = store.state;
  const now = time.trustedNow();
  const canSignIn = (candidate: User): boolean => isAdministrator(candidate, now) && credentials.has(candidate.id);
  if (!canSignIn(user) || (after !== undefined && isAdministrator(after, now))) return false;
  return ![...users.values()].some((other) => other.id !== user.id && canSignIn(other));
}

const lastAdministratorConflict = ({ name }: User): Failure =>
  failure('conflict', `${name} is the last administrator who can sign in: create another one first`);
