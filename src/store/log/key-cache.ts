/** Caches keys of records of closed segments: a tracker that sends its records again needs neighboring keys next. */
export type KeyCache = {
  /** the keys under `name`, loaded if they are not cached; a failed load is not cached */
  readonly get: (name: string, load: () => Promise<ReadonlySet<string>>) => Promise<ReadonlySet<string>>;
};

/** Holds about `maxKeys` keys; evicts the least recently used. */
export function createKeyCache(maxKeys: number): KeyCache {
  const entries = new Map<string, Promise<ReadonlySet<string>>>();
  const sizes = new Map<string, number>();
  let total = 0;

  function evict(name: string): void {
    entries.delete(name);
    total -= sizes.get(name) ?? 0;
    sizes.delete(name);
  }

  function onLoaded(name: string, keys: ReadonlySet<string>): void {
    if (!entries.has(name)) return;
    sizes.set(name, keys.size);
    total += keys.size;
    for (const oldest of entries.keys()) {
      if (total <= maxKeys || oldest === name) break;
      evict(oldest);
    }
  }

  return {
    get(name, load) {
      const cached = entries.get(name);
      if (cached !== undefined) {
        entries.delete(name);
        entries.set(name, cached);
        return cached;
      }
      const loading = load();
      entries.set(name, loading);
      loading.then(
        (keys) => {
          onLoaded(name, keys);
        },
        () => {
          evict(name);
        },
      );
      return loading;
    },
  };
}
