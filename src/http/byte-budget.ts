/**
 * Bytes in flight, which all clients share. Each owner (a user, an address) may hold at most as much as is still free: one
 * owner half of all, two of them a third each. The owner with the most is refused first, and there is always room for
 * an owner who holds nothing.
 */
export type ByteBudget = {
  /** Takes room for `bytes`; undefined: there is none, and nothing was taken. What is larger than all fits if alone. */
  readonly reserve: (owners: readonly string[], bytes: number, cancel?: () => void) => Reservation | undefined;
  /** bytes that are taken */
  readonly used: () => number;
};

export type Reservation = {
  /** Changes the bytes, to fewer. */
  readonly shrink: (bytes: number) => void;
  readonly release: () => void;
};

export type ByteBudgetOptions = {
  /** bytes of all */
  readonly total: number;
  /** called for a reservation that was canceled to make room */
  readonly onCancel?: () => void;
};

type Held = { readonly owners: readonly string[]; readonly cancel: (() => void) | undefined; bytes: number };

export function createByteBudget({ total, onCancel }: ByteBudgetOptions): ByteBudget {
  /** the oldest first */
  const reservations = new Set<Held>();
  const byOwner = new Map<string, number>();
  let used = 0;

  const heldBy = (owners: readonly string[]): number => Math.max(0, ...owners.map((owner) => byOwner.get(owner) ?? 0));
  const fits = (owners: readonly string[], bytes: number): boolean =>
    used === 0 || heldBy(owners) + bytes <= total - used;

  function add(held: Held, bytes: number): void {
    held.bytes += bytes;
    used += bytes;
    for (const owner of held.owners) {
      const sum = (byOwner.get(owner) ?? 0) + bytes;
      if (sum === 0) byOwner.delete(owner);
      else byOwner.set(owner, sum);
    }
  }

  function release(held: Held): void {
    if (reservations.delete(held)) add(held, -held.bytes);
  }

  /** Cancels the oldest reservation of the owner with the most, if that is more than the owners here would hold then. */
  function cancelOldest(owners: readonly string[], bytes: number): boolean {
    const most = Math.max(0, ...byOwner.values());
    if (most <= heldBy(owners) + bytes) return false;
    for (const held of reservations) {
      if (held.cancel === undefined || heldBy(held.owners) < most) continue;
      release(held);
      held.cancel();
      onCancel?.();
      return true;
    }
    return false;
  }

  return {
    used: () => used,
    reserve(owners, bytes, cancel) {
      while (!fits(owners, bytes)) if (!cancelOldest(owners, bytes)) return undefined;
      const held: Held = { owners, cancel, bytes: 0 };
      reservations.add(held);
      add(held, bytes);
      return {
        shrink(to) {
          if (reservations.has(held) && to < held.bytes) add(held, to - held.bytes);
        },
        release() {
          release(held);
        },
      };
    },
  };
}
