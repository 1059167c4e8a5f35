import { accessKeyOf } from '../../domain/accounts/scope.js';
import type { Failure } from '../../errors.js';
import { accessKeyErrors, confirmationErrors } from './messages.js';
import type { User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import { callOf } from '../edits.js';

/** Why the caller may not give a user something to sign in with; undefined: they may. */
export const refuseCredential = (caller: User): Failure | undefined =>
  accessKeyOf(caller) === undefined ? refuseUnconfirmed(caller) : byAccessKey();

/** An access key may end what other users sign in with, but not what its own user does. */
export const refuseByAccessKey = (caller: User, userId: string): Failure | undefined =>
  accessKeyOf(caller) !== undefined && caller.id === userId ? byAccessKey() : undefined;

/** A user who has neither password nor API key yet can prove nothing. */
export const isWithoutProof = (
  { passwords, credentials }: Pick<Store['state'], 'passwords' | 'credentials'>,
  userId: string,
): boolean => !passwords.has(userId) && !credentials.has(userId);

const byAccessKey = (): Failure => accessKeyErrors.changesNoSignIn();

/** A stolen token must not become something that lasts. */
function refuseUnconfirmed(caller: User): Failure | undefined {
  if (callOf(caller)?.isConfirmed() !== false) return undefined;
  return confirmationErrors.required();
}
