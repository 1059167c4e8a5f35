import { failure, type Result } from '../../errors.js';
import type { User } from '../../schema/accounts/user.js';
import { createFairQueue } from '../fair-queue.js';
import type { Refusals } from '../system/refusals.js';
import type { Alerts } from './alerts.js';
import type { Locations } from './locations.js';
import type { Records } from './records.js';

/**
 * Queries of history by users, one after the other: a page can have 10,000 records, and many at once would take all
 * memory. The users take turns, so none waits for the many queries of another.
 */
export type Reads = <T>(user: User, read: () => Promise<Result<T>>) => Promise<Result<T>>;

/** Queries that may wait, in total and of one user. */
export const MAX_READS = 256;
export const MAX_READS_OF_USER = 64;
const RETRY_S = 1;

export function createReads({ refusals }: { readonly refusals: Pick<Refusals, 'note'> }): Reads {
  const queue = createFairQueue({ users: { max: MAX_READS, maxOfShare: MAX_READS_OF_USER } });
  return (user, read) =>
    queue.run('users', {
      share: user.id,
      task: read,
      refuse() {
        refusals.note('read_share', { userId: user.id });
        const refusal = failure('rate_limited', 'too many queries of history wait: ask again later');
        return { ...refusal, retryAfter: RETRY_S };
      },
    });
}

type HistoryServices = { readonly locations: Locations; readonly alerts: Alerts; readonly records: Records };

/** The services of history, whose queries wait for their turn. */
export function withTurns({ locations, alerts, records }: HistoryServices, inTurn: Reads): HistoryServices {
  return {
    locations: { ...locations, range: (user, query) => inTurn(user, () => locations.range(user, query)) },
    alerts: {
      ...alerts,
      range: (user, deviceId, find) => inTurn(user, () => alerts.range(user, deviceId, find)),
      newest: (user, find) => inTurn(user, () => alerts.newest(user, find)),
    },
    records: { ...records, follow: (user, query) => inTurn(user, () => records.follow(user, query)) },
  };
}
