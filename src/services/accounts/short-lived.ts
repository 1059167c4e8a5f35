/** Values in memory that end by themselves, each of an owner. A restart ends them all. */
export type ShortLived<T> = {
  /** The owner's oldest one gives way if the owner has too many, else that of the owner with the most. */
  readonly set: (id: string, owner: string, value: T, lifetimeMs: number) => void;
  /** undefined: unknown or ended */
  readonly get: (id: string) => T | undefined;
  readonly delete: (id: string) => void;
};

export type ShortLivedOptions = {
  readonly maxOfOwner: number;
  readonly max: number;
  /** ms of a clock that is never set */
  readonly monotonic: () => number;
};

type Entry<T> = { readonly owner: string; readonly value: T; readonly ends: number };

export function createShortLived<T>({ maxOfOwner, max, monotonic }: ShortLivedOptions): ShortLived<T> {
  /** by id, oldest first */
  const entries = new Map<string, Entry<T>>();

  /** The oldest entry of the owner with the most: other owners lose none because of them. */
  function oldestOfMost(): string {
    const ids = new Map<string, string[]>();
    for (const [id, { owner }] of entries) ids.set(owner, [...(ids.get(owner) ?? []), id]);
    let most: string[] = [];
    for (const own of ids.values()) if (own.length > most.length) most = own;
    return most[0] ?? '';
  }

  function makeRoom(owner: string): void {
    const own: string[] = [];
    for (const [id, one] of entries) {
      if (one.ends <= monotonic()) entries.delete(id);
      else if (one.owner === owner) own.push(id);
    }
    for (const id of own.slice(0, Math.max(0, own.length - maxOfOwner + 1))) entries.delete(id);
    if (entries.size >= max) entries.delete(oldestOfMost());
  }

  return {
    set(id, owner, value, lifetimeMs) {
      entries.delete(id);
      makeRoom(owner);
      entries.set(id, { owner, value, ends: monotonic() + lifetimeMs });
    },
    get(id) {
      const found = entries.get(id);
      return found !== undefined && monotonic() < found.ends ? found.value : undefined;
    },
    delete(id) {
      entries.delete(id);
    },
  };
}
