import type { Change, Entry } from '../../src/schema/entry.js';
import { applyEntry } from '../../src/store/state/fold.js';
import { emptyState } from '../../src/store/state/state.js';
import type { StoreListener } from '../../src/store/store.js';
import type { Clock } from '../../src/time/clock.js';

/** A log in memory that keeps nothing but what is folded from it: what is appended is folded at once. */
export function createMemoryStore(clock: () => Clock) {
  const state = emptyState();
  const listeners = new Set<StoreListener>();
  let refusal: Error | undefined;

  function append(changes: readonly Change[]): Promise<readonly Entry[]> {
    if (refusal !== undefined) return Promise.reject(refusal);
    const { now, monotonic, boot } = clock();
    const stamp = { at: new Date(now()).toISOString(), boot, up: monotonic() };
    const entries = changes.map((change, place): Entry => ({ ...change, n: state.n + 1 + place, ...stamp }));
    for (const entry of entries) applyEntry(state, entry);
    for (const listener of [...listeners]) listener(entries);
    return Promise.resolve(entries);
  }

  function subscribe(listener: StoreListener): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }

  return {
    state,
    append,
    subscribe,
    /** from now on nothing can be written, or all can again */
    refuse(error?: Error): void {
      refusal = error;
    },
  };
}
export type MemoryStore = ReturnType<typeof createMemoryStore>;
