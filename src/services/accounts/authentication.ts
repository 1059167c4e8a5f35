import { randomUUID } from 'node:crypto';
import { caseFold } from '../../domain/case-fold.js';
import { isActive } from '../../domain/accounts/scope.js';
import { readUser } from '../../domain/accounts/user.js';
import { failure, success, valueOf, type Result } from '../../errors.js';
import type { User, UserInput } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import type { Clock } from '../../time/clock.js';
import { hashKey, verifyKey, generateKey } from './key-hash.js';

/** A user who proved to be himself, and the key he did it with. */
export type AuthenticatedUser = { readonly user: User; readonly keyId: string };

export type Authentication = {
  /** `userName`: name or email, in any case. A wrong pair does not tell which of the two was wrong, nor by its time. */
  readonly authenticate: (userName: string, apiKey: string) => Promise<Result<AuthenticatedUser>>;
  /** Whom a guess is aimed at: the same under a user's name and email, and for a name that nobody has. */
  readonly throttleKey: (userName: string) => string;
  /** The user, while his account is open and this is his present key. */
  readonly activeUser: (userId: string, keyId: string) => User | undefined;
  /**
   * On the first start of all: names the gateway and makes the administrator `admin`. Resolves with his API key if it
   * was made here, which is the one time it can be seen; undefined when it was given, or there are users already.
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
  readonly store: Store;
  readonly clock: Clock;
  /** that of the depot, which is the first administrator's too */
  readonly timeZone?: string;
};

export function createAuthentication({ store, clock, timeZone = 'UTC' }: AuthenticationOptions): Authentication {
  const { state } = store;

  function findByName(userName: string): User | undefined {
    const foldedName = caseFold(userName);
    return [...state.users.values()].find(
      ({ name, email }) => caseFold(name) === foldedName || caseFold(email) === foldedName,
    );
  }

  return {
    async authenticate(userName, apiKey) {
      // Without a single user the data are gone, not the key wrong.
      if (state.users.size === 0) return failure('store_unavailable', store.status().reason ?? 'there are no users');
      const user = findByName(userName);
      const credential = user && state.credentials.get(user.id);
      const isKeyValid = await verifyKey(apiKey, credential?.hash);
      if (!isKeyValid || user === undefined || credential === undefined || !isActive(user, clock.now())) {
        return failure('invalid_credentials', 'the user name or the API key is wrong');
      }
      // Who may sign in does so on a full disk too.
      store.append([{ kind: 'login', v: { userId: user.id } }]).catch(() => undefined);
      return success({ user, keyId: credential.keyId });
    },
    throttleKey: (userName) => findByName(userName)?.id ?? caseFold(userName),
    activeUser(userId, keyId) {
      const user = state.users.get(userId);
      const isValid =
        user !== undefined && state.credentials.get(userId)?.keyId === keyId && isActive(user, clock.now());
      return isValid ? user : undefined;
    },
    async initialize(givenKey) {
      if (state.users.size > 0) return undefined;
      const key = givenKey ?? generateKey();
      const id = randomUUID();
      const now = new Date(clock.now()).toISOString();
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
