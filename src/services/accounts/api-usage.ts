import type { ApiUsage } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';

/** Counts the API calls of each user, in memory; written at intervals, so that a read causes no disk write. */
export type ApiUsageCounter = {
  /** Counts a call; gives the totals including it: ever, and on the current local date. */
  readonly count: (userId: string) => { readonly apiUsage: number; readonly apiDailyUsage: number };
  /** Writes the counts since the last flush. A crash before loses only these. */
  readonly flush: () => Promise<void>;
};

export type ApiUsageCounterOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly time: Pick<Time, 'date'>;
};

export function createApiUsageCounter({ store, time }: ApiUsageCounterOptions): ApiUsageCounter {
  const pending = new Map<string, ApiUsage>();

  return {
    count(userId) {
      const date = time.date();
      const before = pending.get(userId) ?? store.state.usage.get(userId);
      const total = (before?.total ?? 0) + 1;
      const daily = before?.date === date ? before.daily + 1 : 1;
      pending.set(userId, { userId, total, date, daily });
      return { apiUsage: total, apiDailyUsage: daily };
    },
    async flush() {
      const users = [...pending.values()];
      if (users.length === 0) return;
      await store.append([{ kind: 'usage', v: { users } }]);
      for (const usage of users) if (pending.get(usage.userId) === usage) pending.delete(usage.userId);
    },
  };
}
