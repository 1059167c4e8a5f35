import { keyOf, isRecord, streamName } from '../../../../src/domain/records/record.js';
import type { Change, Entry } from '../../../../src/schema/entry.js';
import { applyEntry } from '../../../../src/store/state/fold.js';
import { newGeneration } from '../../../../src/store/state/new-generation.js';
import { emptyState } from '../../../../src/store/state/state.js';
import type { Store, StoreListener } from '../../../../src/store/store.js';

/** A store whose disk is a list: an image of it is a copy of the list. */
export type MemoryStore = Pick<Store, 'state' | 'history' | 'append' | 'subscribe' | 'startGeneration'> & {
  readonly entries: readonly Entry[];
  /** As kill -9 does: nothing is written any more, and nothing answers. */
  readonly kill: () => void;
};

const streamOf = (entry: Entry): string | undefined => {
  if (isRecord(entry)) return streamName(entry.kind, entry.v.deviceId);
  // Acknowledgements lie next to their alerts.
  return entry.kind === 'alert-acknowledged' ? streamName('alert', entry.v.deviceId) : undefined;
};

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

export function createMemoryStore(image: readonly Entry[], clock: { now: () => number; boot: string }): MemoryStore {
  const entries = [...image];
  const state = emptyState();
  const keys = new Set<string>();
  const listeners = new Set<StoreListener>();
  let isKilled = false;
  const isDead = (): boolean => isKilled;

  function add(entry: Entry): void {
    applyEntry(state, entry);
    if (isRecord(entry)) keys.add(keyOf(entry));
  }
  for (const entry of entries) add(entry);

  async function append(changes: readonly Change[]): Promise<readonly Entry[]> {
    if (isDead()) return never();
    const at = new Date(clock.now()).toISOString();
    const added = changes.map((change, index): Entry => ({
      n: entries.length + 1 + index,
      at,
      boot: clock.boot,
      up: 0,
      ...change,
    }));
    for (const entry of added) {
      entries.push(entry);
      add(entry);
    }
    for (const listener of listeners) listener(added);
    await Promise.resolve();
    return isDead() ? never() : added;
  }

  const history = {
    firstNumber: () => (entries.length === 0 ? undefined : 1),
    hasRecord: (record: Parameters<typeof keyOf>[0]) => keys.has(keyOf(record)),
    readArrivals({ after, until, wants, limit }: Parameters<Store['history']['readArrivals']>[0]) {
      if (isDead()) return never();
      const found: Entry[] = [];
      let to = after;
      for (; to < until && found.length < limit; to += 1) {
        const entry = entries[to];
        const stream = entry === undefined ? undefined : streamOf(entry);
        if (entry !== undefined && stream !== undefined && wants(stream)) found.push(entry);
      }
      return Promise.resolve({ entries: found, from: after + 1, to });
    },
  };

  return {
    state,
    entries,
    // What uplinks and a center read of it.
    history: history as unknown as Store['history'],
    append,
    async startGeneration(from) {
      await append([newGeneration(from)]);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    kill() {
      isKilled = true;
      listeners.clear();
    },
  };
}
