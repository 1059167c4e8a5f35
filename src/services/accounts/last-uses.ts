import type { AccessKey } from '../../schema/accounts/access-key.js';
import type { Change } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';

type KeyUse = Pick<AccessKey, 'lastUsed' | 'address'>;

/**
 * When sessions, displays and access keys were last used: noted in memory on every call, written at most once an hour for
 * each.
 */
export type LastUses = {
  readonly note: (id: string) => void;
  /** Notes the use of an access key; the address is that of the client. */
  readonly noteKey: (id: string, address: string) => void;
  /** UTC; null: never */
  readonly of: (id: string, stored: string | null) => string | null;
  readonly ofKey: (key: AccessKey) => KeyUse;
  readonly flush: () => Promise<void>;
};

export type LastUsesOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly time: Pick<Time, 'trustedNow'>;
};

const WRITE_INTERVAL_MS = 3_600_000;

export function createLastUses({ store, time }: LastUsesOptions): LastUses {
  const { sessions, displays, accessKeys } = store.state;
  /** ms since 1970 */
  const noted = new Map<string, number>();
  const addresses = new Map<string, string>();
  const textOf = (at: number): string => new Date(at).toISOString();

  function isDue(stored: string | null, at: number): boolean {
    return stored === null || at - Date.parse(stored) >= WRITE_INTERVAL_MS;
  }

  /** Some may have been removed since they were used. */
  function forgetRemoved(): void {
    for (const id of noted.keys()) {
      if (sessions.has(id) || displays.has(id) || accessKeys.has(id)) continue;
      noted.delete(id);
      addresses.delete(id);
    }
  }

  return {
    note(id) {
      noted.set(id, time.trustedNow());
    },
    noteKey(id, address) {
      noted.set(id, time.trustedNow());
      addresses.set(id, address);
    },
    of(id, stored) {
      const at = noted.get(id);
      return at === undefined ? stored : textOf(at);
    },
    ofKey({ id, lastUsed, address }) {
      const at = noted.get(id);
      return at === undefined ? { lastUsed, address } : { lastUsed: textOf(at), address: addresses.get(id) ?? address };
    },
    async flush() {
      forgetRemoved();
      const due = [...noted].filter(([id, at]) => {
        const stored = accessKeys.get(id) ?? sessions.get(id) ?? displays.get(id);
        return isDue(stored?.lastUsed ?? null, at);
      });
      const used = due.filter(([id]) => !accessKeys.has(id)).map(([id, at]) => ({ id, at: textOf(at) }));
      const keys = due
        .filter(([id]) => accessKeys.has(id))
        .map(([id, at]) => ({ id, at: textOf(at), address: addresses.get(id) ?? '' }));
      const changes: Change[] = [];
      if (used.length > 0) changes.push({ kind: 'sign-ins-used', v: { used } });
      if (keys.length > 0) changes.push({ kind: 'access-keys-used', v: { used: keys } });
      if (changes.length > 0) await store.append(changes);
    },
  };
}
