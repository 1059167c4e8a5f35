/** Caches what was read of closed segments, up to a total size; evicts the least recently used. */
export type SizedCache<T> = {
  /** the value under `name`, loaded if it is not cached; a failed load is not cached */
  readonly get: (name: string, load: () => Promise<T>) => Promise<T>;
  /** The next `get` loads it again. */
  readonly remove: (name: string) => void;
};

/** What a set and a string take in addition to the characters. */
const KEY_OVERHEAD_BYTES = 56;

/** The memory that a set of keys takes. */
export function bytesOfKeys(keys: ReadonlySet<string>): number {
  let bytes = 0;
  for (const key of keys) bytes += key.length + KEY_OVERHEAD_BYTES;
  return bytes;
}

/** The newest value stays even if it alone is larger than `maxSize`. */
export function createSizedCache<T>(maxSize: number, sizeOf: (value: T) => number): SizedCache<T> {
  const entries = new Map<string, Promise<T>>();
  const sizes = new Map<string, number>();
  let total = 0;

  function evict(name: string): void {
    entries.delete(name);
    total -= sizes.get(name) ?? 0;
    sizes.delete(name);
  }

  function onLoaded(name: string, value: T): void {
    const size = sizeOf(value);
    sizes.set(name, size);
    total += size;
    for (const oldest of entries.keys()) {
      if (total <= maxSize || oldest === name) break;
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
        (value) => {
          if (entries.get(name) === loading) onLoaded(name, value);
        },
        () => {
          if (entries.get(name) === loading) evict(name);
        },
      );
      return loading;
    },
    remove: evict,
  };
}
