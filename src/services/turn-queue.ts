/** A queue whose shares (users, addresses, devices) take turns: an item waits for few others however many one share has. */
export type TurnQueue<T> = {
  readonly add: (share: string, item: T) => void;
  /** Takes the oldest item of the share whose turn it is. */
  readonly next: () => T | undefined;
  /** Takes the next items, at most `count`. */
  readonly take: (count: number) => T[];
  readonly size: () => number;
  readonly sizeOf: (share: string) => number;
  /** The share with the most items, and how many these are. */
  readonly greediest: () => { readonly share: string; readonly size: number } | undefined;
  /** Takes the newest item of the share. */
  readonly takeNewest: (share: string) => T | undefined;
  /** Takes all items that do not pass. */
  readonly takeUnless: (keep: (item: T) => boolean) => T[];
};

export function createTurnQueue<T>(): TurnQueue<T> {
  /** the share whose turn is next comes first; none is empty */
  let shares = new Map<string, T[]>();
  let size = 0;

  /** The items that a share has left. */
  function set(share: string, items: T[]): void {
    // Not by deletions alone: a Map makes new tables after some, and V8 keeps what is in them for longer.
    if (size === 0) shares = new Map();
    else if (items.length === 0) shares.delete(share);
    else shares.set(share, items);
  }

  function next(): T | undefined {
    const [first] = shares;
    if (first === undefined) return undefined;
    const [share, items] = first;
    size -= 1;
    const item = items.shift();
    // The other shares have their turn first.
    if (shares.size > 1) shares.delete(share);
    set(share, items);
    return item;
  }

  return {
    add(share, item) {
      const items = shares.get(share);
      if (items === undefined) shares.set(share, [item]);
      else items.push(item);
      size += 1;
    },
    next,
    take(count) {
      const taken: T[] = [];
      while (taken.length < count) {
        const item = next();
        if (item === undefined) break;
        taken.push(item);
      }
      return taken;
    },
    size: () => size,
    sizeOf: (share) => shares.get(share)?.length ?? 0,
    greediest() {
      let most: { readonly share: string; readonly size: number } | undefined;
      for (const [share, items] of shares) {
        if (most === undefined || items.length > most.size) most = { share, size: items.length };
      }
      return most;
    },
    takeNewest(share) {
      const items = shares.get(share) ?? [];
      const item = items.pop();
      if (item !== undefined) size -= 1;
      set(share, items);
      return item;
    },
    takeUnless(keep) {
      const taken: T[] = [];
      for (const [share, items] of [...shares]) {
        const kept: T[] = [];
        for (const item of items) (keep(item) ? kept : taken).push(item);
        size -= items.length - kept.length;
        set(share, kept);
      }
      return taken;
    },
  };
}
