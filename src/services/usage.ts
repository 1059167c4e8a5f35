import type { ApiUsage } from '../schema/entry.js';
import type { Store } from '../store/store.js';
import type { Today } from './today.js';

/** How often users call the API. Counted in memory; written now and then, so that a read costs no disk write. */
export type Usage = {
  /** counts a call and says how many that makes: ever, and on the present local day */
  readonly count: (userId: string) => { readonly apiUsage: number; readonly apiDailyUsage: number };
  /** writes what was counted since the last time; a crash before loses these counts and nothing else */
  readonly flush: () => Promise<void>;
};

export type UsageOptions = { readonly store: Store; readonly today: Today };

export function createUsage({ store, today }: UsageOptions): Usage {
  const counted = new Map<string, ApiUsage>();

  return {
    count(userId) {
      const date = today();
      const before = counted.get(userId) ?? store.state.usage.get(userId);
      const total = (before?.total ?? 0) + 1;
      const daily = before?.date === date ? before.daily + 1 : 1;
      counted.set(userId, { userId, total, date, daily });
      return { apiUsage: total, apiDailyUsage: daily };
    },
    async flush() {
      const users = [...counted.values()];
      if (users.length === 0) return;
      await store.append([{ kind: 'usage', v: { users } }]);
      for (const usage of users) if (counted.get(usage.userId) === usage) counted.delete(usage.userId);
    },
  };
}
