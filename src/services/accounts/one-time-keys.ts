import { digestOf, generateKey } from './key-hash.js';

/** Keys that work once, for a short time. In memory, as digests only; a restart ends them. */
export type OneTimeKeys<T> = {
  /** A new key of the owner; its oldest one gives way if it has too many, else that of the owner with the most. */
  readonly create: (owner: string, value: T) => string;
  /** The value of the key, which is used up; undefined: unknown, used or expired. */
  readonly redeem: (key: string) => T | undefined;
};

export type OneTimeKeysOptions = {
  readonly lifetimeMs: number;
  readonly maxOfOwner: number;
  readonly max: number;
  /** ms of a clock that is never set */
  readonly monotonic: () => number;
};

type Pending<T> = { readonly owner: string; readonly value: T; readonly ends: number };

export function createOneTimeKeys<T>({ lifetimeMs, maxOfOwner, max, monotonic }: OneTimeKeysOptions): OneTimeKeys<T> {
  /** by digest, oldest first */
  const pending = new Map<string, Pending<T>>();

  /** The oldest key of the owner with the most: other owners lose none because of them. */
  function oldestOfMost(): string {
    const digests = new Map<string, string[]>();
    for (const [digest, { owner }] of pending) digests.set(owner, [...(digests.get(owner) ?? []), digest]);
    let most: string[] = [];
    for (const own of digests.values()) if (own.length > most.length) most = own;
    return most[0] ?? '';
  }

  function makeRoom(owner: string): void {
    const own: string[] = [];
    for (const [digest, one] of pending) {
      if (one.ends <= monotonic()) pending.delete(digest);
      else if (one.owner === owner) own.push(digest);
    }
    for (const digest of own.slice(0, Math.max(0, own.length - maxOfOwner + 1))) pending.delete(digest);
    if (pending.size >= max) pending.delete(oldestOfMost());
  }

  return {
    create(owner, value) {
      makeRoom(owner);
      const key = generateKey();
      pending.set(digestOf(key), { owner, value, ends: monotonic() + lifetimeMs });
      return key;
    },
    redeem(key) {
      // A lookup by digest reveals nothing of other keys by its timing.
      const digest = digestOf(key);
      const found = pending.get(digest);
      pending.delete(digest);
      return found !== undefined && monotonic() < found.ends ? found.value : undefined;
    },
  };
}
