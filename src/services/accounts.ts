import { randomUUID } from 'node:crypto';
import { isOpen } from '../domain/scope.js';
import { failure, success, type Result } from '../errors.js';
import type { User } from '../schema/user.js';
import type { Store } from '../store/store.js';
import type { Clock } from './clock.js';
import { hashKey, isKeyOf, newKey } from './key-hash.js';

/** A user who proved to be himself, and the key he did it with. */
export type Identified = { readonly user: User; readonly keyId: string };

export type Accounts = {
  /** `userName`: name or email, in any case. A wrong pair does not tell which of the two was wrong, nor by its time. */
  readonly authenticate: (userName: string, apiKey: string) => Promise<Result<Identified>>;
  /** The user, while his account is open and this is his present key. */
  readonly current: (userId: string, keyId: string) => User | undefined;
  /**
   * On the first start of all: names the gateway and makes the administrator `admin`. Resolves with his API key if it
   * was made here, which is the one time it can be seen; undefined when it was given, or there are users already.
   */
  readonly firstStart: (givenKey: string | undefined) => Promise<string | undefined>;
};

export function createAccounts({ store, clock }: { readonly store: Store; readonly clock: Clock }): Accounts {
  const { state } = store;

  function named(userName: string): User | undefined {
    const wanted = userName.toLowerCase();
    return [...state.users.values()].find(
      ({ name, email }) => name.toLowerCase() === wanted || email.toLowerCase() === wanted,
    );
  }

  return {
    async authenticate(userName, apiKey) {
      // Without a single user the data are gone, not the key wrong.
      if (state.users.size === 0) return failure('store_unavailable', store.status().reason ?? 'there are no users');
      const user = named(userName);
      const credential = user && state.credentials.get(user.id);
      const right = await isKeyOf(apiKey, credential?.hash);
      if (!right || user === undefined || credential === undefined || !isOpen(user, clock.now())) {
        return failure('invalid_credentials', 'the user name or the API key is wrong');
      }
      return success({ user, keyId: credential.keyId });
    },
    current(userId, keyId) {
      const user = state.users.get(userId);
      const valid = user !== undefined && state.credentials.get(userId)?.keyId === keyId && isOpen(user, clock.now());
      return valid ? user : undefined;
    },
    async firstStart(givenKey) {
      if (state.users.size > 0) return undefined;
      const key = givenKey ?? newKey();
      const id = randomUUID();
      const admin: User = {
        id,
        name: 'admin',
        email: '',
        disabled: false,
        privileges: ['admin'],
        deviceId: null,
        expires: null,
      };
      await store.append([
        { kind: 'gateway', v: { id: state.gatewayId ?? randomUUID() } },
        { kind: 'user', v: admin },
        { kind: 'credential', v: { userId: id, keyId: randomUUID(), hash: await hashKey(key) } },
      ]);
      return givenKey === undefined ? key : undefined;
    },
  };
}
