import { randomUUID } from 'node:crypto';
import { grantorAfter, refuseGrant } from '../../domain/accounts/device-quota.js';
import { accessKeyOf, hasPrivilege, isAdministrator, isWithinScope } from '../../domain/accounts/scope.js';
import { refuseLookalike } from '../../domain/accounts/name.js';
import { getsManagement, readUser, refuseUserChange, viewUser } from '../../domain/accounts/user.js';
import { caseFold } from '../../domain/case-fold.js';
import { success, type Failure, type Result } from '../../errors.js';
import { privilegeErrors, unknownErrors } from '../../domain/messages.js';
import { passwordErrors, userErrors } from './messages.js';
import type { User, UserInput, UserView } from '../../schema/accounts/user.js';
import type { Change } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import { appendWithin } from '../append-within.js';
import { isTaken } from '../collection.js';
import { isUnchanged, type Edit } from '../edit.js';
import { byUser } from '../edits.js';
import type { Time } from '../time/time.js';
import { keyChanges } from './authentication.js';
import { isWithoutProof, refuseByAccessKey, refuseCredential } from './confirmation.js';
import { hashClientOf } from './hashing.js';
import { generateKey } from './key-hash.js';
import { keyRemovalsOf } from './key-removals.js';
import { hashFor, passwordChange, setPassword, type PasswordChange, type PasswordsOptions } from './passwords.js';

/**
 * The accounts. Users see themselves; with `users:write` also the users within their own scope. No user can give others
 * more than they have themselves, a quota of devices comes out of their own, and at least one administrator who can sign in always remains.
 */
export type Users = {
  /** sorted by name */
  readonly list: (actor: User) => UserView[];
  readonly get: (actor: User, userId: string) => Result<UserView>;
  /** The user, if the actor may manage the account: their own, or one that can do and see no more than the actor. */
  readonly findManageable: (actor: User, userId: string) => Result<User>;
  /** `conflict`: the name or email is taken */
  readonly create: (actor: User, input: UserInput) => Promise<Result<UserView>>;
  readonly change: (actor: User, userId: string, edit: Edit<UserView, UserInput>) => Promise<Result<UserView>>;
  readonly remove: (actor: User, userId: string) => Promise<Result<undefined>>;
  /** Ends the tokens of the user. Without `users:write`, the current password is required once there is one. */
  readonly setPassword: (actor: User, userId: string, change: PasswordChange) => Promise<Result<undefined>>;
  /** Gives a new API key, which cannot be read again. The previous key and its tokens become invalid. */
  readonly issueKey: (actor: User, userId: string) => Promise<Result<string>>;
  readonly revokeKey: (actor: User, userId: string) => Promise<Result<undefined>>;
  /** The changes that revoke the API key and the access keys; `conflict`: no administrator could sign in any more. */
  readonly keyRemovals: (user: User) => Result<Change[]>;
};

export type UsersOptions = PasswordsOptions & { readonly time: Pick<Time, 'trustedNow' | 'accountNow'> };

export function createUsers(options: UsersOptions): Users {
  const { store, edits } = options;
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
    findManageable: (actor, userId) => findManageable(state, actor, userId),
    create: (actor, input) => save(options, actor, () => success({ input })),
    change: (caller, userId, edit) =>
      save(options, caller, (actor) => {
        const found = find(state, actor, userId);
        if (!found.ok) return found;
        const edited = edit(view(state, found.value));
        return edited.ok ? success({ input: edited.value, previous: found.value }) : edited;
      }),
    remove: (caller, userId) =>
      edits(caller, async (actor) => {
        const found = findManageable(state, actor, userId);
        if (!found.ok) return found;
        if (!hasPrivilege(actor, 'users:write')) return privilegeErrors.missing({ privilege: 'users:write' });
        if (isLastAdministrator(options, found.value)) return lastAdministratorConflict(found.value);
        await store.append([{ kind: 'user-removed', v: { id: userId } }], byUser(actor));
        return success(undefined);
      }),
    setPassword: (caller, userId, change) =>
      setPassword(options, (actor) => findManageable(state, actor, userId), caller, userId, change),
    keyRemovals: (user) =>
      isLastKey(options, user) ? lastAdministratorConflict(user) : success(keyRemovalsOf(state, user.id)),
    async issueKey(caller, userId) {
      const found = findManageable(state, caller, userId);
      if (!found.ok) return found;
      const isFirst = caller.id === userId && accessKeyOf(caller) === undefined && isWithoutProof(state, userId);
      const refused = isFirst ? undefined : refuseCredential(caller);
      if (refused !== undefined) return refused;
      const apiKey = generateKey();
      const changes = await options.hashing(hashClientOf(caller), async () =>
        success(await keyChanges(userId, apiKey)),
      );
      if (!changes.ok) return changes;
      return edits(caller, async (actor) => {
        const still = findManageable(state, actor, userId);
        if (!still.ok) return still;
        const stored = await appendWithin(store, changes.value, byUser(actor));
        return stored.ok ? success(apiKey) : stored;
      });
    },
    revokeKey: (caller, userId) =>
      edits(caller, async (actor) => {
        const found = findManageable(state, actor, userId);
        if (!found.ok) return found;
        const refused = refuseByAccessKey(actor, userId);
        if (refused !== undefined) return refused;
        if (isLastKey(options, found.value)) return lastAdministratorConflict(found.value);
        if (state.credentials.has(userId))
          await store.append([{ kind: 'credential-removed', v: { userId } }], byUser(actor));
        return success(undefined);
      }),
  };
}

type UserState = Store['state'];

const view = (state: UserState, user: User): UserView => viewUser(user, state);

const isVisible = (actor: User, user: User): boolean =>
  actor.id === user.id || (hasPrivilege(actor, 'users:write') && isWithinScope(actor, user));

function find(state: UserState, actor: User, userId: string): Result<User> {
  const user = state.users.get(userId);
  return user !== undefined && isVisible(actor, user) ? success(user) : userErrors.notFound({ id: userId });
}

function findManageable(state: UserState, actor: User, userId: string): Result<User> {
  const found = find(state, actor, userId);
  return found.ok ? (refuseUserChange(actor, found.value, found.value) ?? found) : found;
}

/** A user as sent, and the stored one that it replaces. */
type Draft = { readonly input: UserInput; readonly previous?: User };

/** Reads the draft twice: first for its password, so that no other change waits for the hash, and when its turn comes. */
async function save(
  options: UsersOptions,
  caller: User,
  draft: (actor: User) => Result<Draft>,
): Promise<Result<UserView>> {
  const { store, edits } = options;
  const newId = randomUUID();
  const read = (actor: User): Result<{ user: User; password: string | undefined; previous: User | undefined }> => {
    const made = draft(actor);
    if (!made.ok) return made;
    const { input, previous } = made.value;
    const user = readDraft(options, { actor, newId, ...made.value });
    if (!user.ok) return user;
    const gives = input.password !== undefined || getsManagement(user.value, previous);
    const refused = gives ? refuseCredential(caller) : undefined;
    return refused ?? success({ user: user.value, password: input.password, previous });
  };
  const first = read(caller);
  if (!first.ok) return first;
  const { password } = first.value;
  const hash = password === undefined ? success(undefined) : await hashFor(options, caller, password);
  if (!hash.ok) return hash;
  return edits(caller, async (actor) => {
    const now = read(actor);
    if (!now.ok) return now;
    const { user, password: latest, previous } = now.value;
    if (latest !== password) return userErrors.justChanged();
    const changes: Change[] = isUnchanged(user, previous, ['modification']) ? [] : [{ kind: 'user', v: user }];
    const grantor = grantorAfter(actor, user, previous);
    if (grantor !== undefined && grantor !== (store.state.quotaGrants.get(user.id) ?? null)) {
      changes.push({ kind: 'quota-granted', v: { userId: user.id, by: grantor } });
    }
    if (hash.value !== undefined) changes.push(passwordChange(user.id, hash.value));
    const stored = await appendWithin(store, changes, byUser(actor));
    return stored.ok ? success(view(store.state, store.state.users.get(user.id) ?? user)) : stored;
  });
}

/** The user that a draft makes, if the actor may make it. */
function readDraft(
  options: UsersOptions,
  { actor, newId, input, previous }: Draft & { readonly actor: User; readonly newId: string },
): Result<User> {
  const { store, time } = options;
  const modification = new Date(time.trustedNow()).toISOString();
  const { id = newId, creation = modification } = previous ?? {};
  const group = groupIdOf(store.state, input.group ?? null);
  const read = readUser({ ...input, group }, { id, creation, modification });
  if (!read.ok) return read;
  const user = read.value;
  const refused =
    refuseUserChange(actor, user, previous) ??
    refuseOwnPassword(actor, input, previous) ??
    refuseGrant(store.state, actor, user, previous) ??
    refuseConflict(store.state, user, previous);
  if (refused !== undefined) return refused;
  const isLocked = previous !== undefined && isLastAdministrator(options, previous, user);
  return isLocked ? lastAdministratorConflict(previous) : read;
}

/** The id of the group that a client names by id or name; any other text stays as it is. */
export function groupIdOf({ groups }: Pick<UserState, 'groups'>, text: string | null): string | null {
  if (text === null || groups.has(text)) return text;
  const name = caseFold(text);
  return [...groups.values()].find((group) => caseFold(group.name) === name)?.id ?? text;
}

/** A token alone must not be enough for users to change their own password. */
function refuseOwnPassword(actor: User, { password }: UserInput, previous?: User): Failure | undefined {
  if (password === undefined || previous?.id !== actor.id || hasPrivilege(actor, 'users:write')) return undefined;
  return passwordErrors.own({ id: actor.id }, '/password');
}

/** Users sign in by name or email, so both must differ from every name and email of other users. */
function refuseConflict(state: UserState, user: User, previous?: User): Failure | undefined {
  const others = [...state.users.values()].filter(({ id }) => id !== user.id);
  for (const field of ['name', 'email'] as const) {
    if (isTaken(user[field], others, ({ name, email }) => [name, email])) {
      return userErrors.taken(`/${field}`);
    }
    const isNew = user[field] !== previous?.[field];
    const refused = isNew ? refuseLookalike(field, user[field], others) : undefined;
    if (refused !== undefined) return refused;
  }
  if (user.group !== null && user.group !== previous?.group && !state.groups.has(user.group)) {
    return unknownErrors.group({ id: user.group }, '/group');
  }
  if (user.deviceId !== null && user.deviceId !== previous?.deviceId && !state.devices.has(user.deviceId)) {
    return unknownErrors.device({ id: user.deviceId }, '/deviceId');
  }
  return undefined;
}

/** Would the change leave no administrator who can sign in? `after`: the changed user; undefined: removed, or without key. */
function isLastAdministrator({ store, time }: UsersOptions, user: User, after?: User): boolean {
  const { users, credentials, passwords } = store.state;
  const now = time.trustedNow();
  const latest = time.accountNow();
  const canSignIn = (candidate: User): boolean =>
    isAdministrator(candidate, now, latest) && (credentials.has(candidate.id) || passwords.has(candidate.id));
  if (!canSignIn(user) || (after !== undefined && isAdministrator(after, now, latest))) return false;
  return ![...users.values()].some((other) => other.id !== user.id && canSignIn(other));
}

/** Is the API key all that the last administrator signs in with? */
const isLastKey = (options: UsersOptions, user: User): boolean =>
  !options.store.state.passwords.has(user.id) && isLastAdministrator(options, user);

const lastAdministratorConflict = ({ name }: User): Failure => userErrors.lastAdministrator({ name });
