import { accessKeyOf } from '../../domain/accounts/scope.js';
import { failure, type Failure } from '../../errors.js';
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

const byAccessKey = (): Failure =>
  failure('forbidden', 'an access key cannot change what users sign in with: sign in with a password or an API key');

/** A stolen token must not become something that lasts. */
function refuseUnconfirmed(caller: User): Failure | undefined {
  if (callOf(caller)?.isConfirmed() !== false) return undefined;
  return failure(
    'confirmation_required',
    'confirm with your password or API key first: POST /api/Auth/Confirm; you signed in more than 10 minutes ago, or by a link',
  );
}
