/** Keys of records, read from closed segments and kept while they are asked for: a replay asks for its neighbours next. */
export type KeyCache = {
  /** the keys called `name`, loaded when they are not held; a load that fails is not kept */
  readonly get: (name: string, load: () => Promise<ReadonlySet<string>>) => Promise<ReadonlySet<string>>;
};

/** Holds about `most` keys, the longest unused go first. */
export function createKeyCache(most: number): KeyCache {
  const held = new Map<string, Promise<ReadonlySet<string>>>();
  const sizes = new Map<string, number>();
  let total = 0;

  function forget(name: string): void {
    held.delete(name);
    total -= sizes.get(name) ?? 0;
    sizes.delete(name);
  }

  function keep(name: string, keys: ReadonlySet<string>): void {
    if (!held.has(name)) return;
    sizes.set(name, keys.size);
    total += keys.size;
    for (const oldest of held.keys()) {
      if (total <= most || oldest === name) break;
      forget(oldest);
    }
  }

  return {
    get(name, load) {
      const known = held.get(name);
      if (known !== undefined) {
        held.delete(name);
        held.set(name, known);
        return known;
      }
      const loading = load();
      held.set(name, loading);
      loading.then(
        (keys) => {
          keep(name, keys);
        },
        () => {
          forget(name);
        },
      );
      return loading;
    },
  };
}
