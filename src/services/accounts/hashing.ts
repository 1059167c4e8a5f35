import type { Failure, Result } from '../../errors.js';
import { withRetry } from '../../messages/failure.js';
import { signInErrors } from './messages.js';
import type { User } from '../../schema/accounts/user.js';
import { callOf } from '../edits.js';
import { createFairQueue } from '../fair-queue.js';
import type { Refusals } from '../system/refusals.js';

/** For whom a secret is hashed or verified. */
export type HashClient = {
  /** the user, the user at an address, or the address that waits */
  readonly share: string;
  /** Strangers and everyone else take turns, so neither can hold up the other. */
  readonly isStranger: boolean;
  /** Was the connection closed? */
  readonly isGone: () => boolean;
};

/**
 * The only way to hash or verify a secret of a client, which takes 16 MiB and tens of milliseconds of a core (of a
 * password three times as many): one at a time. The task may do it once.
 */
export type Hashing = <T>(client: HashClient, task: () => Promise<Result<T>>) => Promise<Result<T>>;

/** Tasks that may wait: of strangers, and as many of everyone else. */
export const MAX_VERIFICATIONS = 40;
/** One of them may have as many as it may fail in a minute. */
export const MAX_VERIFICATIONS_OF_CLIENT = 10;
const RETRY_S = 5;

export function createHashing({ refusals }: { readonly refusals: Pick<Refusals, 'note'> }): Hashing {
  const bounds = { max: MAX_VERIFICATIONS, maxOfShare: MAX_VERIFICATIONS_OF_CLIENT };
  const queue = createFairQueue({ known: bounds, strangers: bounds });

  /** No client receives it. */
  function gone(): Failure {
    refusals.note('sign_in_abandoned');
    return signInErrors.closed();
  }

  function tooMany(): Failure {
    refusals.note('hash_share');
    return withRetry(signInErrors.tooManyChecks(), RETRY_S);
  }

  return ({ share, isStranger, isGone }, task) =>
    queue.run(isStranger ? 'strangers' : 'known', {
      share,
      isGone,
      refuse: (why) => (why === 'gone' ? gone() : tooMany()),
      task,
    });
}

/** A signed-in user. */
export const hashClientOf = (user: User): HashClient => ({
  share: `user ${user.id}`,
  isStranger: false,
  isGone: () => callOf(user)?.isGone() === true,
});
