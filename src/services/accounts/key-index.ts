import type { KeyDigest } from '../../schema/accounts/user.js';
import type { Entry } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';

/** API keys and access keys of all users, by SHA-256. */
export type KeyIndex = {
  /**
   * The current keys with this digest, in nearly all cases at most one: two users could have chosen the same. `keyId`: of
   * an API key or access key.
   */
  readonly find: (digest: string) => readonly FoundKey[];
  /** Adds the digest of an API key that scrypt has verified in this run. */
  readonly addVerified: (digest: KeyDigest) => void;
};

type FoundKey = Pick<KeyDigest, 'userId' | 'keyId'>;

/** What changes the keys. */
const KINDS: ReadonlySet<Entry['kind']> = new Set([
  'credential',
  'credential-removed',
  'key-digest',
  'access-key',
  'access-key-removed',
  'user-removed',
]);

export function createKeyIndex({ state, subscribe }: Pick<Store, 'state' | 'subscribe'>): KeyIndex {
  /** by user id */
  const verified = new Map<string, KeyDigest>();
  let byDigest: ReadonlyMap<string, readonly FoundKey[]> | undefined;

  subscribe((entries) => {
    if (entries.some(({ kind }) => KINDS.has(kind))) byDigest = undefined;
  });

  /** A digest counts while its key is the user's current one. */
  const isCurrent = ({ userId, keyId }: KeyDigest): boolean => state.credentials.get(userId)?.keyId === keyId;

  function build(): ReadonlyMap<string, readonly FoundKey[]> {
    for (const [userId, digest] of verified) if (!isCurrent(digest)) verified.delete(userId);
    const index = new Map<string, readonly FoundKey[]>();
    const add = (digest: string, key: FoundKey): void => {
      index.set(digest, [...(index.get(digest) ?? []), key]);
    };
    for (const key of new Map([...verified, ...state.keyDigests]).values()) if (isCurrent(key)) add(key.digest, key);
    for (const { id, userId, digest } of state.accessKeys.values()) add(digest, { userId, keyId: id });
    return index;
  }

  return {
    find(digest) {
      byDigest ??= build();
      return byDigest.get(digest) ?? [];
    },
    addVerified(digest) {
      verified.set(digest.userId, digest);
      byDigest = undefined;
    },
  };
}
