import { randomUUID } from 'node:crypto';
import { networkOf } from '../../domain/accounts/client-address.js';
import { hasPrivilege } from '../../domain/accounts/scope.js';
import { success, type Failure, type Result } from '../../errors.js';
import { passwordErrors } from './messages.js';
import type { User } from '../../schema/accounts/user.js';
import type { Change } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import { appendWithin } from '../append-within.js';
import { byUser, callOf, type Edits } from '../edits.js';
import { isWithoutProof, refuseByAccessKey, refuseCredential } from './confirmation.js';
import { hashClientOf, type Hashing } from './hashing.js';
import { createPasswordHashes, type PasswordHashes } from './key-hash.js';
import { keyRemovalsOf } from './key-removals.js';
import { tooManyFailures, type LoginThrottle } from './login-throttle.js';
import type { SignInRefusals } from './sign-in-refusals.js';

export type PasswordsOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly edits: Edits;
  readonly hashing: Hashing;
  /** Counts wrong current passwords. */
  readonly loginThrottle: Pick<LoginThrottle, 'secondsToWait' | 'onFailure'>;
  /** counts wrong current passwords too: they are guesses, as at a sign-in */
  readonly signInRefusals?: Pick<SignInRefusals, 'note'>;
  readonly passwordHashes?: PasswordHashes;
};

/** `endKeys`: the API key and the access keys end too. */
export type PasswordChange = {
  readonly password: string;
  readonly current?: string | undefined;
  readonly endKeys?: boolean | undefined;
};

export const hashFor = (
  { hashing, passwordHashes = createPasswordHashes() }: PasswordsOptions,
  caller: User,
  password: string,
): Promise<Result<string>> => hashing(hashClientOf(caller), async () => success(await passwordHashes.hash(password)));

export const passwordChange = (userId: string, hash: string): Change => ({
  kind: 'sign-in-password',
  v: { userId, passwordId: randomUUID(), hash },
});

/** `find`: the user, if the caller may manage the account. */
export async function setPassword(
  options: PasswordsOptions,
  find: (actor: User) => Result<User>,
  caller: User,
  userId: string,
  change: PasswordChange,
): Promise<Result<undefined>> {
  const { store, edits } = options;
  const { state } = store;
  const found = find(caller);
  if (!found.ok) return found;
  const previous = state.passwords.get(userId);
  const proven = await prove(options, { caller, userId, current: change.current, previous });
  if (!proven.ok) return proven;
  const hash = await hashFor(options, caller, change.password);
  if (!hash.ok) return hash;
  return edits(caller, async (actor) => {
    const still = find(actor);
    if (!still.ok) return still;
    if (needsCurrent(actor, previous) && !needsCurrent(caller, previous)) return currentMissing();
    if (state.passwords.get(userId) !== previous) return passwordErrors.justChanged();
    const removals = change.endKeys === true ? keyRemovalsOf(state, userId) : [];
    const stored = await appendWithin(store, [passwordChange(userId, hash.value), ...removals], byUser(actor));
    return stored.ok ? success(undefined) : stored;
  });
}

type CurrentPassword = Pick<PasswordChange, 'current'> & {
  readonly caller: User;
  readonly userId: string;
  /** hash of the current password; undefined: none is set */
  readonly previous: string | undefined;
};

const needsCurrent = (actor: User, previous: string | undefined): previous is string =>
  previous !== undefined && !hasPrivilege(actor, 'users:write');

const currentMissing = (): Failure => passwordErrors.currentMissing('/current');

/**
 * May the caller set the password? Users prove who they are by their current one; users with `users:write` may confirm
 * their sign-in instead. The first password of a user takes no proof, because there is none.
 */
async function prove(
  options: PasswordsOptions,
  { caller, userId, current, previous }: CurrentPassword,
): Promise<Result<undefined>> {
  const refused = refuseByAccessKey(caller, userId);
  if (refused !== undefined) return refused;
  const isOwn = caller.id === userId;
  if (isOwn && isWithoutProof(options.store.state, userId)) return success(undefined);
  const isCurrentNeeded = needsCurrent(caller, previous);
  if (isCurrentNeeded && current === undefined) return currentMissing();
  const unconfirmed = refuseCredential(caller);
  if (!isCurrentNeeded && unconfirmed === undefined) return success(undefined);
  if (!isOwn || current === undefined || previous === undefined) return unconfirmed ?? success(undefined);
  return proveCurrent(options, { caller, userId, current, previous });
}

async function proveCurrent(
  { loginThrottle, signInRefusals, hashing, passwordHashes = createPasswordHashes() }: PasswordsOptions,
  { caller, userId, current, previous }: Required<CurrentPassword> & { readonly current: string },
): Promise<Result<undefined>> {
  const keys = [`current password of ${userId}`];
  // One at a time, so parallel guesses do not pass before the first one has failed.
  return hashing(hashClientOf(caller), async () => {
    const seconds = loginThrottle.secondsToWait(keys);
    const isRight = seconds <= 0 && (await passwordHashes.verify(current, previous));
    if (isRight) return success(undefined);
    const network = networkOf(callOf(caller)?.client.address ?? '');
    signInRefusals?.note({ name: caller.name, network, via: 'password' });
    if (seconds > 0) return tooManyFailures(seconds);
    loginThrottle.onFailure(keys);
    return passwordErrors.currentWrong('/current');
  });
}
