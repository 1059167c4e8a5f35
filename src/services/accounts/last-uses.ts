import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';

/** When sessions and displays were last used: noted in memory on every call, written at most once an hour for each. */
export type LastUses = {
  readonly note: (id: string) => void;
  /** UTC; null: never */
  readonly of: (id: string, stored: string | null) => string | null;
  readonly flush: () => Promise<void>;
};

export type LastUsesOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly time: Pick<Time, 'trustedNow'>;
};

const WRITE_INTERVAL_MS = 3_600_000;

export function createLastUses({ store, time }: LastUsesOptions): LastUses {
  const { sessions, displays } = store.state;
  /** ms since 1970 */
  const noted = new Map<string, number>();

  return {
    note(id) {
      noted.set(id, time.trustedNow());
    },
    of(id, stored) {
      const at = noted.get(id);
      return at === undefined ? stored : new Date(at).toISOString();
    },
    async flush() {
      for (const id of noted.keys()) if (!sessions.has(id) && !displays.has(id)) noted.delete(id);
      const used = [...noted].flatMap(([id, at]) => {
        const stored = (sessions.get(id) ?? displays.get(id))?.lastUsed ?? null;
        const isDue = stored === null || at - Date.parse(stored) >= WRITE_INTERVAL_MS;
        return isDue ? [{ id, at: new Date(at).toISOString() }] : [];
      });
      if (used.length > 0) await store.append([{ kind: 'sign-ins-used', v: { used } }]);
    },
  };
}
