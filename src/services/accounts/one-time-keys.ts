import { digestOf, generateKey } from './key-hash.js';
import { createShortLived, type ShortLivedOptions } from './short-lived.js';

/** Keys that work once, for a short time. In memory, as digests only; a restart ends them. */
export type OneTimeKeys<T> = {
  /** A new key of the owner; its oldest one gives way if it has too many, else that of the owner with the most. */
  readonly create: (owner: string, value: T) => string;
  /** The value of the key, which is used up; undefined: unknown, used or expired. */
  readonly redeem: (key: string) => T | undefined;
};

export type OneTimeKeysOptions = ShortLivedOptions & { readonly lifetimeMs: number };

export function createOneTimeKeys<T>({ lifetimeMs, ...options }: OneTimeKeysOptions): OneTimeKeys<T> {
  /** by digest */
  const pending = createShortLived<T>(options);

  return {
    create(owner, value) {
      const key = generateKey();
      pending.set(digestOf(key), owner, value, lifetimeMs);
      return key;
    },
    redeem(key) {
      // A lookup by digest reveals nothing of other keys by its timing.
      const digest = digestOf(key);
      const value = pending.get(digest);
      pending.delete(digest);
      return value;
    },
  };
}
