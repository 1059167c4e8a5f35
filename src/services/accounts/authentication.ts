import { randomUUID } from 'node:crypto';
import { displayReader, isActive, keyHolder } from '../../domain/accounts/scope.js';
import { readUser } from '../../domain/accounts/user.js';
import { caseFold } from '../../domain/case-fold.js';
import { success, valueOf, type Failure, type Result } from '../../errors.js';
import { failureOf } from '../../messages/failure.js';
import type { StoreStatus } from '../../schema/system/health.js';
import { accessKeyErrors, signInErrors } from './messages.js';
import type { AccessKey } from '../../schema/accounts/access-key.js';
import type { Session } from '../../schema/accounts/session.js';
import type { KeyDigest, User, UserInput } from '../../schema/accounts/user.js';
import type { Change } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';
import type { Client } from './author.js';
import {
  createPasswordHashes,
  digestOf,
  generateKey,
  hashKey,
  isUnguessable,
  verifyKey,
  type PasswordHashes,
} from './key-hash.js';
import { createKeyIndex, type KeyIndex } from './key-index.js';

/** What a token stands for. The token ends when its grant or the password changes. */
export type SignIn = {
  /** id of the user or display */
  readonly subject: string;
  /** the id of the API key, access key or session that the token depends on, or one of the words below */
  readonly grant: string;
  /** of the user's current password; empty: none, or one that version 0.1.0 stored */
  readonly passwordId: string;
  /** by the link of the first start */
  readonly isFirst?: true;
};

/** The grant of a token that depends on the password only, and of a display's token. */
export const PASSWORD_GRANT = 'password';
export const DISPLAY_GRANT = 'display';

/** How the user of a sign-in proved who they are; undefined: the sign-in has ended. */
export function signInMethodOf(
  { credentials, sessions, accessKeys }: Pick<Store['state'], 'credentials' | 'sessions' | 'accessKeys'>,
  { subject, grant }: Pick<SignIn, 'subject' | 'grant'>,
): Session['by'] | 'key' | 'display' | undefined {
  if (grant === PASSWORD_GRANT || grant === DISPLAY_GRANT) return grant;
  if (credentials.get(subject)?.keyId === grant) return 'apiKey';
  if (accessKeys.get(grant)?.userId === subject) return 'key';
  const session = sessions.get(grant);
  return session?.userId === subject ? session.by : undefined;
}

function signedInBy(state: Store['state'], signIn: Pick<SignIn, 'subject' | 'grant'>): Omit<Client, 'address'> {
  const method = signInMethodOf(state, signIn);
  const key = state.accessKeys.get(signIn.grant);
  if (method === 'key' && key !== undefined) return { via: 'key', key: key.name };
  if (method === 'link') return { via: 'link' };
  if (state.sessions.has(signIn.grant)) return { via: 'session' };
  return { via: method === 'password' ? 'password' : 'apiKey' };
}

/** A user name (name or email, in any case) with what proves it. */
export type Credentials =
  { readonly userName: string; readonly apiKey: string } | { readonly userName: string; readonly password: string };

export type Authentication = {
  /**
   * Recognizes a right API key or access key at once, also one that has expired; undefined for every other key, and for
   * the first use of one that may have been chosen. An empty user name is that of the key's user.
   */
  readonly recognize: (userName: string, apiKey: string) => Result<SignIn> | undefined;
  /** Slow on purpose. Neither the answer nor its timing reveals which part of a pair is wrong. */
  readonly authenticate: (credentials: Credentials) => Promise<Result<SignIn>>;
  /** The key under which failures count: the same for a user's name and email, and defined for unknown names too. */
  readonly throttleKey: (userName: string) => string;
  /** The user, or the reader of the display, while account and grant are valid. */
  readonly activeUser: (subject: string, grant: string, passwordId?: string) => User | undefined;
  /** How the user of this sign-in, of a token or an API key, calls. */
  readonly signedInBy: (signIn: Pick<SignIn, 'subject' | 'grant'>) => Omit<Client, 'address'>;
  /**
   * On the very first start: creates the administrator `admin`. Resolves with a generated API key, which cannot be read
   * again; undefined if a key was given or users exist.
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
  readonly store: Pick<Store, 'state' | 'append' | 'status' | 'subscribe'>;
  readonly time: Pick<Time, 'trustedNow' | 'accountNow'>;
  /** Receives the id of a session or display whose token is used. */
  readonly onUsed?: (id: string) => void;
  readonly passwordHashes?: PasswordHashes;
  /** time zone of the first administrator */
  readonly timeZone?: string;
};

type AuthenticationState = AuthenticationOptions & {
  readonly passwordHashes: PasswordHashes;
  readonly keys: KeyIndex;
};

export function createAuthentication(options: AuthenticationOptions): Authentication {
  const { store, time, onUsed = () => undefined } = options;
  const { state } = store;
  const { passwordHashes = createPasswordHashes() } = options;
  const own: AuthenticationState = { ...options, passwordHashes, keys: createKeyIndex(store) };

  return {
    recognize(userName, apiKey) {
      if (state.users.size === 0) return withoutUsers(own);
      // A lookup by digest reveals nothing of other keys by its timing.
      const keys = own.keys.find(digestOf(apiKey));
      const named = keys.length === 0 || userName === '' ? undefined : findByName(state, userName)?.id;
      const found = keys.find(({ userId }) => userName === '' || userId === named);
      const user = found && state.users.get(found.userId);
      if (found === undefined || user === undefined || !isActiveNow(user, time)) return undefined;
      const key = state.accessKeys.get(found.keyId);
      if (key !== undefined && isExpired(key, time)) return expired(key);
      return success(signIn(state, user.id, found.keyId));
    },
    authenticate: (credentials) => authenticate(own, credentials),
    throttleKey: (userName) => findByName(state, userName)?.id ?? caseFold(userName),
    activeUser(subject, grant, passwordId = '') {
      const user = state.users.get(subject);
      if (user === undefined) {
        const display = grant === DISPLAY_GRANT ? state.displays.get(subject) : undefined;
        if (display === undefined) return undefined;
        onUsed(display.id);
        return displayReader(display);
      }
      if ((state.passwordIds.get(subject) ?? '') !== passwordId) return undefined;
      if (!isActiveNow(user, time)) return undefined;
      if (state.credentials.get(subject)?.keyId === grant) return user;
      const key = state.accessKeys.get(grant);
      if (key?.userId === subject) return isExpired(key, time) ? undefined : keyHolder(user, key);
      return isOtherGrant(own, subject, grant) ? user : undefined;
    },
    signedInBy: (signIn) => signedInBy(state, signIn),
    initialize: (givenKey) => initialize(own, givenKey),
  };
}

type StoreState = Store['state'];

const isActiveNow = (user: User, { trustedNow, accountNow }: AuthenticationOptions['time']): boolean =>
  isActive(user, trustedNow(), accountNow());

const signIn = ({ passwordIds }: Pick<StoreState, 'passwordIds'>, subject: string, grant: string): SignIn => ({
  subject,
  grant,
  passwordId: passwordIds.get(subject) ?? '',
});

function findByName({ users }: StoreState, userName: string): User | undefined {
  const foldedName = caseFold(userName);
  return [...users.values()].find(({ name, email }) => caseFold(name) === foldedName || caseFold(email) === foldedName);
}

const isExpired = ({ expires }: AccessKey, { accountNow }: AuthenticationOptions['time']): boolean =>
  expires !== null && Date.parse(expires) <= accountNow();

const expired = ({ name, expires }: AccessKey): Result<never> =>
  accessKeyErrors.ended({ name, at: { at: expires ?? '' } });

/** A grant that is no API key: a session of the user, or their password. */
function isOtherGrant({ store, onUsed }: AuthenticationState, userId: string, grant: string): boolean {
  const { sessions, passwords } = store.state;
  if (sessions.get(grant)?.userId === userId) {
    onUsed?.(grant);
    return true;
  }
  return grant === PASSWORD_GRANT && passwords.has(userId);
}

/** No users at all means that data was lost, not that the key is wrong. */
const withoutUsers = ({ store }: AuthenticationState): Failure => noUsers(store.status());

/** Why no user can sign in, as the status of the store has it. */
export const noUsers = ({ reasonData }: Pick<StoreStatus, 'reasonData'>): Failure =>
  reasonData === null ? signInErrors.noUsers() : failureOf('store_unavailable', reasonData);

async function authenticate(own: AuthenticationState, credentials: Credentials): Promise<Result<SignIn>> {
  const { store, time } = own;
  const { state } = store;
  if (state.users.size === 0) return withoutUsers(own);
  const user = findByName(state, credentials.userName);
  const isByKey = 'apiKey' in credentials;
  const hashOf = (userId: string): string | undefined =>
    isByKey ? state.credentials.get(userId)?.hash : state.passwords.get(userId);
  // A password keeps its id when it gets another hash.
  const idOf = (userId: string): string | undefined =>
    isByKey ? hashOf(userId) : hashOf(userId) && (state.passwordIds.get(userId) ?? '');
  const hash = user && hashOf(user.id);
  const id = user && idOf(user.id);
  const isValid = await (isByKey
    ? verifyKey(credentials.apiKey, hash)
    : own.passwordHashes.verify(credentials.password, hash));
  // The user may have changed during the work.
  const current = user && state.users.get(user.id);
  if (!isValid || current === undefined || idOf(current.id) !== id || !isActiveNow(current, time)) {
    return isByKey ? signInErrors.wrongApiKey() : signInErrors.wrongPassword();
  }
  if (!isByKey) {
    await strengthen(own, current.id, credentials.password);
    return success(signIn(state, current.id, PASSWORD_GRANT));
  }
  const keyId = state.credentials.get(current.id)?.keyId ?? '';
  rememberKey(own, { userId: current.id, keyId, digest: digestOf(credentials.apiKey) }, credentials.apiKey);
  return success(signIn(state, current.id, keyId));
}

/** Stores the hash of a right password again if an earlier version made it with less work. Tokens and sessions stay. */
async function strengthen(
  { store, passwordHashes }: AuthenticationState,
  userId: string,
  password: string,
): Promise<void> {
  const weak = store.state.passwords.get(userId);
  if (weak === undefined || !passwordHashes.isWeak(weak)) return;
  const hash = await passwordHashes.hash(password);
  if (store.state.passwords.get(userId) !== weak) return;
  // Not awaited: users can sign in while the disk is full.
  const passwordId = store.state.passwordIds.get(userId) ?? '';
  store.append([{ kind: 'sign-in-password', v: { userId, passwordId, hash } }]).catch(() => undefined);
}

/** From now on the key is recognized at once; after a restart too, if a fast hash is enough for it. */
function rememberKey({ store, keys }: AuthenticationState, digest: KeyDigest, apiKey: string): void {
  keys.addVerified(digest);
  if (!isUnguessable(apiKey)) return;
  // Not awaited: users can sign in while the disk is full.
  store.append([{ kind: 'key-digest', v: digest }]).catch(() => undefined);
}

/** The changes that give a user this API key. A short one that a person may have chosen gets no fast hash. */
export async function keyChanges(userId: string, apiKey: string): Promise<readonly Change[]> {
  const keyId = randomUUID();
  const credential: Change = { kind: 'credential', v: { userId, keyId, hash: await hashKey(apiKey) } };
  if (!isUnguessable(apiKey)) return [credential];
  return [credential, { kind: 'key-digest', v: { userId, keyId, digest: digestOf(apiKey) } }];
}

async function initialize(own: AuthenticationState, givenKey: string | undefined): Promise<string | undefined> {
  const { store, time, timeZone = 'UTC' } = own;
  const { state } = store;
  if (state.users.size > 0) {
    if (givenKey !== undefined) await verifyGivenKey(own, givenKey);
    return undefined;
  }
  const key = givenKey ?? generateKey();
  const id = randomUUID();
  const now = new Date(time.trustedNow()).toISOString();
  const admin = valueOf(readUser({ ...FIRST_ADMINISTRATOR, timeZone }, { id, creation: now, modification: now }));
  const gateway: Change[] = state.gatewayId === null ? [{ kind: 'gateway', v: { id: randomUUID() } }] : [];
  await store.append([...gateway, { kind: 'user', v: admin }, ...(await keyChanges(id, key))]);
  return givenKey === undefined ? key : undefined;
}

/** An earlier version stored no fast hash of a key that a person chose. */
async function verifyGivenKey(own: AuthenticationState, givenKey: string): Promise<void> {
  const { users, credentials } = own.store.state;
  if (!isUnguessable(givenKey) || own.keys.find(digestOf(givenKey)).length > 0) return;
  const admin = [...users.values()].find(({ privileges }) => privileges.includes('admin'));
  const credential = admin && credentials.get(admin.id);
  if (credential === undefined || !(await verifyKey(givenKey, credential.hash))) return;
  const { userId, keyId } = credential;
  rememberKey(own, { userId, keyId, digest: digestOf(givenKey) }, givenKey);
}
