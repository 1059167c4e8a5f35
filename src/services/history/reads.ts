import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Failure, Result } from '../../errors.js';
import { withRetry } from '../../messages/failure.js';
import { historyErrors } from './messages.js';
import type { User } from '../../schema/accounts/user.js';
import { createFairQueue, type LaneBounds } from '../fair-queue.js';
import type { Refusals } from '../system/refusals.js';

/**
 * `history`: a query of the log; `list`: a list of the state; `preview`: of an alert rule, which takes seconds. They do not
 * wait for each other.
 */
export type ReadKind = 'history' | 'list' | 'preview';

/**
 * Long answers to users, of each kind one after the other: a page can have 10,000 records, and many at once would take all
 * memory. The users take turns, so none waits for the many queries of another. `isGone`: was the connection of the client
 * closed? Then its turn is skipped.
 */
export type Reads = Readonly<Record<ReadKind, Read>>;
type Read = <T>(user: User, read: () => Promise<Result<T>>, isGone?: () => boolean) => Promise<Result<T>>;

/** Queries of history that may wait, in total and of one user. */
export const MAX_READS = 256;
export const MAX_READS_OF_USER = 64;
/** Previews that may wait: each takes some seconds. */
export const MAX_PREVIEWS = 16;
export const MAX_PREVIEWS_OF_USER = 2;
/** A list waits without anything but its connection, and these are limited. */
const UNLIMITED = { max: Infinity, maxOfShare: Infinity };

type Limits = LaneBounds & { readonly tooMany: () => Failure; readonly retryAfter: number };

export function createReads({ refusals }: { readonly refusals: Pick<Refusals, 'note'> }): Reads {
  return {
    history: createRead(
      { max: MAX_READS, maxOfShare: MAX_READS_OF_USER, tooMany: historyErrors.tooManyQueries, retryAfter: 1 },
      refusals,
    ),
    list: createRead({ ...UNLIMITED, tooMany: historyErrors.tooManyLists, retryAfter: 1 }, refusals),
    preview: createRead(
      { max: MAX_PREVIEWS, maxOfShare: MAX_PREVIEWS_OF_USER, tooMany: historyErrors.tooManyPreviews, retryAfter: 5 },
      refusals,
    ),
  };
}

function createRead({ tooMany, retryAfter, ...bounds }: Limits, refusals: Pick<Refusals, 'note'>): Read {
  const queue = createFairQueue({ users: bounds });
  return (user, read, isGone = () => false) =>
    queue.run('users', {
      share: user.id,
      isGone,
      async task() {
        // Other requests are answered between two short ones.
        await nextTurn();
        return read();
      },
      refuse(why) {
        if (why === 'gone') return gone();
        refusals.note('read_share', { userId: user.id });
        return withRetry(tooMany(), retryAfter);
      },
    });

  /** No client receives it. */
  function gone(): Failure {
    refusals.note('read_abandoned');
    return historyErrors.closed();
  }
}
