import type { Change } from '../../src/schema/entry.js';
import type { User } from '../../src/schema/user.js';
import { hashKey } from '../../src/services/key-hash.js';
import { TEST_KEY } from './gateway.js';

let hash: Promise<string> | undefined;

/** A user who may look, and nothing else. */
export const userOf = (name: string, own: Partial<User> = {}): User => ({
  id: `id-of-${name}`,
  name,
  email: `${name}@example.org`,
  disabled: false,
  privileges: [],
  deviceId: null,
  expires: null,
  ...own,
});

/** The entries that make `users`, each with the key of the tests. */
export async function usersWithKey(...users: readonly User[]): Promise<Change[]> {
  const shared = await (hash ??= hashKey(TEST_KEY));
  return users.flatMap((user): Change[] => [
    { kind: 'user', v: user },
    { kind: 'credential', v: { userId: user.id, keyId: `key-of-${user.name}`, hash: shared } },
  ]);
}
