import type { ApiUsage } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import type { CurrentDate } from '../time/current-date.js';

/** How often users call the API. Counted in memory; written now and then, so that a read costs no disk write. */
export type ApiUsageCounter = {
  /** counts a call and says how many that makes: ever, and on the present local day */
  readonly count: (userId: string) => { readonly apiUsage: number; readonly apiDailyUsage: number };
  /** writes what was counted since the last time; a crash before loses these counts and nothing else */
  readonly flush: () => Promise<void>;
};

export type ApiUsageCounterOptions = { readonly store: Store; readonly today: CurrentDate };

export function createApiUsageCounter({ store, today }: ApiUsageCounterOptions): ApiUsageCounter {
  const pending = new Map<string, ApiUsage>();

  return {
    count(userId) {
      const date = today();
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
