import { randomUUID } from 'node:crypto';
import { folded } from '../domain/name.js';
import { isOpen } from '../domain/scope.js';
import { readUser } from '../domain/user.js';
import { failure, success, valueOf, type Result } from '../errors.js';
import type { User, UserInput } from '../schema/user.js';
import type { Store } from '../store/store.js';
import type { Clock } from './clock.js';
import { hashKey, isKeyOf, newKey } from './key-hash.js';

/** A user who proved to be himself, and the key he did it with. */
export type Identified = { readonly user: User; readonly keyId: string };

export type Accounts = {
  /** `userName`: name or email, in any case. A wrong pair does not tell which of the two was wrong, nor by its time. */
  readonly authenticate: (userName: string, apiKey: string) => Promise<Result<Identified>>;
  /** Whom a guess is aimed at: the same under a user's name and email, and for a name that nobody has. */
  readonly subjectOf: (userName: string) => string;
  /** The user, while his account is open and this is his present key. */
  readonly current: (userId: string, keyId: string) => User | undefined;
  /**
   * On the first start of all: names the gateway and makes the administrator `admin`. Resolves with his API key if it
   * was made here, which is the one time it can be seen; undefined when it was given, or there are users already.
   */
  readonly firstStart: (givenKey: string | undefined) => Promise<string | undefined>;
};

const firstAdministrator = {
  name: 'admin',
  email: 'admin@waypost.local',
  country: 'US',
  privileges: ['admin'],
} satisfies Partial<UserInput>;

export type AccountsOptions = {
  readonly store: Store;
  readonly clock: Clock;
  /** that of the depot, which is the first administrator's too */
  readonly timeZone?: string;
};

export function createAccounts({ store, clock, timeZone = 'UTC' }: AccountsOptions): Accounts {
  const { state } = store;

  function named(userName: string): User | undefined {
    const wanted = folded(userName);
    return [...state.users.values()].find(({ name, email }) => folded(name) === wanted || folded(email) === wanted);
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
      // Who may sign in does so on a full disk too.
      store.append([{ kind: 'login', v: { userId: user.id } }]).catch(() => undefined);
      return success({ user, keyId: credential.keyId });
    },
    subjectOf: (userName) => named(userName)?.id ?? folded(userName),
    current(userId, keyId) {
      const user = state.users.get(userId);
      const valid = user !== undefined && state.credentials.get(userId)?.keyId === keyId && isOpen(user, clock.now());
      return valid ? user : undefined;
    },
    async firstStart(givenKey) {
      if (state.users.size > 0) return undefined;
      const key = givenKey ?? newKey();
      const id = randomUUID();
      const now = new Date(clock.now()).toISOString();
      const admin = valueOf(readUser({ ...firstAdministrator, timeZone }, { id, creation: now, modification: now }));
      await store.append([
        { kind: 'gateway', v: { id: state.gatewayId ?? randomUUID() } },
        { kind: 'user', v: admin },
        { kind: 'credential', v: { userId: id, keyId: randomUUID(), hash: await hashKey(key) } },
      ]);
      return givenKey === undefined ? key : undefined;
    },
  };
}
