import { failure, type Failure, type Result } from '../../errors.js';
import type { User } from '../../schema/accounts/user.js';
import { createFairQueue } from '../fair-queue.js';
import type { Refusals } from '../system/refusals.js';

/**
 * Queries of history by users, one after the other: a page can have 10,000 records, and many at once would take all
 * memory. The users take turns, so none waits for the many queries of another. `isGone`: was the connection of the client
 * closed? Then its turn is skipped.
 */
export type Reads = <T>(user: User, read: () => Promise<Result<T>>, isGone?: () => boolean) => Promise<Result<T>>;

/** Queries that may wait, in total and of one user. */
export const MAX_READS = 256;
export const MAX_READS_OF_USER = 64;
const RETRY_S = 1;

export function createReads({ refusals }: { readonly refusals: Pick<Refusals, 'note'> }): Reads {
  const queue = createFairQueue({ users: { max: MAX_READS, maxOfShare: MAX_READS_OF_USER } });
  return (user, read, isGone = () => false) =>
    queue.run('users', {
      share: user.id,
      isGone,
      task: () => (isGone() ? Promise.resolve(gone()) : read()),
      refuse() {
        if (isGone()) return gone();
        refusals.note('read_share', { userId: user.id });
        const refusal = failure('rate_limited', 'too many queries of history wait: ask again later');
        return { ...refusal, retryAfter: RETRY_S };
      },
    });

  /** No client receives it. */
  function gone(): Failure {
    refusals.note('read_abandoned');
    return failure('conflict', 'the connection was closed before the query was made');
  }
}
