import { WaypostError } from '../../../src/errors.js';
import type { Change, Entry } from '../../../src/schema/entry.js';
import { createCapacity } from '../../../src/store/state/capacity.js';
import { applyEntry } from '../../../src/store/state/fold.js';
import { emptyState } from '../../../src/store/state/state.js';
import { authored } from '../../../src/store/authored.js';
import { isAuthor, type Author } from '../../../src/schema/accounts/author.js';
import type { ChangeCause, StoreListener } from '../../../src/store/store.js';
import type { Clock } from '../../../src/time/clock.js';

/** A store without a log: every append is folded at once and kept only as state. */
export function createMemoryStore(clock: () => Clock) {
  const state = emptyState();
  const capacity = createCapacity(state);
  const listeners = new Set<StoreListener>();
  let refusal: Error | undefined;

  function append(given: readonly Change[], by?: ChangeCause): Promise<readonly Entry[]> {
    const changes = isAuthor(by) ? authored(state, given, by) : given;
    if (refusal !== undefined) return Promise.reject(refusal);
    const reserved = capacity.reserve(changes);
    if (!reserved.ok) return Promise.reject(new WaypostError(reserved.code, reserved.message));
    reserved.value.release?.();
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
    authored: (changes: readonly Change[], by: Author) => authored(state, changes, by),
    subscribe,
    /** makes all following appends fail, or work again */
    refuse(error?: Error): void {
      refusal = error;
    },
  };
}
export type MemoryStore = ReturnType<typeof createMemoryStore>;
