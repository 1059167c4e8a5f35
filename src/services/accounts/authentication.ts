import { randomUUID } from 'node:crypto';
import { isActive } from '../../domain/accounts/scope.js';
import { readUser } from '../../domain/accounts/user.js';
import { caseFold } from '../../domain/case-fold.js';
import { failure, success, valueOf, type Result } from '../../errors.js';
import type { User, UserInput } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';
import { generateKey, hashKey, verifyKey } from './key-hash.js';

/** A user whose identity is proven, and the key that proved it. */
export type AuthenticatedUser = { readonly user: User; readonly keyId: string };

export type Authentication = {
  /** `userName`: name or email, in any case. Neither the answer nor its timing reveals which part of a pair is wrong. */
  readonly authenticate: (userName: string, apiKey: string) => Promise<Result<AuthenticatedUser>>;
  /** The key under which failures count: the same for a user's name and email, and defined for unknown names too. */
  readonly throttleKey: (userName: string) => string;
  /** The user, while the account is active and the key is its current one. */
  readonly activeUser: (userId: string, keyId: string) => User | undefined;
  /**
   * On the very first start: gives the gateway its id and creates the administrator `admin`. Resolves with a generated
   * API key, which cannot be read again; undefined if a key was given or users exist.
   */
  readonly initialize: (givenKey: string | undefined) => Promise<string | undefined>;
};

const FIRST_ADMINISTRATOR = {
  name: 'admin',
  email: 'admin@waypost.local',
  country: 'US',
  privileges: ['admin'],
} satisfies Partial<UserInput>;

export type AuthenticationOptions = {
  readonly store: Pick<Store, 'state' | 'append' | 'status'>;
  readonly time: Pick<Time, 'trustedNow'>;
  /** time zone of the first administrator */
  readonly timeZone?: string;
};

export function createAuthentication({ store, time, timeZone = 'UTC' }: AuthenticationOptions): Authentication {
  const { state } = store;

  function findByName(userName: string): User | undefined {
    const foldedName = caseFold(userName);
    return [...state.users.values()].find(
      ({ name, email }) => caseFold(name) === foldedName || caseFold(email) === foldedName,
    );
  }

  return {
    async authenticate(userName, apiKey) {
      // No users at all means that data was lost, not that the key is wrong.
      if (state.users.size === 0) return failure('store_unavailable', store.status().reason ?? 'there are no users');
      const user = findByName(userName);
      const credential = user && state.credentials.get(user.id);
      const isKeyValid = await verifyKey(apiKey, credential?.hash);
      if (!isKeyValid || user === undefined || credential === undefined || !isActive(user, time.trustedNow())) {
        return failure('invalid_credentials', 'wrong user name or API key');
      }
      // Not awaited: users can sign in while the disk is full.
      store.append([{ kind: 'login', v: { userId: user.id } }]).catch(() => undefined);
      return success({ user, keyId: credential.keyId });
    },
    throttleKey: (userName) => findByName(userName)?.id ?? caseFold(userName),
    activeUser(userId, keyId) {
      const user = state.users.get(userId);
      const isValid =
        user !== undefined && state.credentials.get(userId)?.keyId === keyId && isActive(user, time.trustedNow());
      return isValid ? user : undefined;
    },
    async initialize(givenKey) {
      if (state.users.size > 0) return undefined;
      const key = givenKey ?? generateKey();
      const id = randomUUID();
      const now = new Date(time.trustedNow()).toISOString();
      const admin = valueOf(readUser({ ...FIRST_ADMINISTRATOR, timeZone }, { id, creation: now, modification: now }));
      await store.append([
        { kind: 'gateway', v: { id: state.gatewayId ?? randomUUID() } },
        { kind: 'user', v: admin },
        { kind: 'credential', v: { userId: id, keyId: randomUUID(), hash: await hashKey(key) } },
      ]);
      return givenKey === undefined ? key : undefined;
    },
  };
}
