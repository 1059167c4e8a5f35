import type { Change } from '../../../src/schema/entry.js';
import type { AccessKey } from '../../../src/schema/accounts/access-key.js';
import type { User } from '../../../src/schema/accounts/user.js';
import { digestOf, hashKey } from '../../../src/services/accounts/key-hash.js';
import { TEST_KEY } from '../gateway/test-key.js';

let hash: Promise<string> | undefined;

/** A user without privileges: read-only. */
export const userOf = (name: string, own: Partial<User> = {}): User => ({
  id: `id-of-${name}`,
  name,
  email: `${name}@example.org`,
  country: 'ES',
  timeZone: 'Europe/Madrid',
  description: '',
  message: '',
  disabled: false,
  disabledMessage: '',
  tags: {},
  privileges: [],
  group: null,
  deviceId: null,
  adminDevices: null,
  from: null,
  expires: null,
  creation: '2026-01-01T00:00:00.000Z',
  modification: '2026-01-01T00:00:00.000Z',
  ...own,
});

/** The entries that create `users`, each with the key of the tests. */
export async function usersWithKey(...users: readonly User[]): Promise<Change[]> {
  const shared = await (hash ??= hashKey(TEST_KEY));
  return users.flatMap((user): Change[] => [
    { kind: 'user', v: user },
    { kind: 'credential', v: { userId: user.id, keyId: `key-of-${user.name}`, hash: shared } },
  ]);
}

/** An access key of a user, which reads: the key is `wpk_` and its id. */
export const accessKeyOf = (userName: string, own: Partial<AccessKey> = {}): AccessKey => ({
  id: 'access-key',
  userId: `id-of-${userName}`,
  name: own.id ?? 'access-key',
  privileges: [],
  expires: null,
  created: '2026-01-01T00:00:00.000Z',
  createdBy: `id-of-${userName}`,
  lastUsed: null,
  address: null,
  digest: digestOf(`wpk_${own.id ?? 'access-key'}`),
  ...own,
});
