import { networkOf } from '../../domain/accounts/client-address.js';
import { BOUNDS } from '../../domain/bounds.js';
import { success, type ErrorCode, type Failure, type Result } from '../../errors.js';
import { signInErrors } from './messages.js';
import type { Author } from '../../schema/accounts/author.js';
import type { TokenRequest } from '../../schema/accounts/token-request.js';
import type { User } from '../../schema/accounts/user.js';
import type { Change, SignInRefused } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import type { Refusals } from '../system/refusals.js';
import type { Time } from '../time/time.js';
import { authorOf } from './author.js';
import type { Authentication, Credentials, SignIn } from './authentication.js';
import type { Displays } from './displays.js';
import type { Hashing } from './hashing.js';
import { isAccessKey, isGeneratedKey } from './key-hash.js';
import type { LastUses } from './last-uses.js';
import { tooManyFailures, type LoginThrottle } from './login-throttle.js';
import type { UserLinks } from './user-links.js';
import { createOneTimeKeys, type OneTimeKeys } from './one-time-keys.js';
import type { SignInRefusals } from './sign-in-refusals.js';
import type { Sessions, SignInClient } from './sessions.js';

/** What a client has proven, and the lifetime of its token. */
type Proof = {
  readonly signIn: SignIn;
  readonly remember: boolean;
  /** the user, or the reader of the display */
  readonly user: User;
};

export type SignIns = {
  /** `invalid_credentials`, or `rate_limited` after too many failures */
  readonly signIn: (request: TokenRequest, client: SignInClient, isGone?: IsGone) => Promise<Result<Proof>>;
  /** A call that carries an API key or access key instead of a token. It is not noted, and no token is issued. */
  readonly withKey: (
    key: { readonly userName?: string; readonly apiKey: string },
    address: string,
    isGone?: IsGone,
  ) => Promise<Result<SignIn>>;
  /** What the credentials prove, throttled as a sign-in. */
  readonly prove: (credentials: Credentials, address: string, isGone: IsGone) => Promise<Result<SignIn>>;
  /** A link that signs in the user of `proven` once. */
  readonly createLink: (proven: SignIn) => { readonly link: string; readonly expires: string };
};

/** Was the client's connection closed? Its sign-in is dropped before the hash. */
type IsGone = () => boolean;

export type SignInsOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly authentication: Authentication;
  readonly hashing: Hashing;
  readonly loginThrottle: Pick<LoginThrottle, 'secondsToWait' | 'onFailure'>;
  readonly sessions: Pick<Sessions, 'start'>;
  readonly lastUses: Pick<LastUses, 'noteKey'>;
  readonly displays: Pick<Displays, 'recognize'>;
  readonly userLinks: Pick<UserLinks, 'redeem'>;
  readonly time: Pick<Time, 'trustedNow' | 'monotonic'>;
  readonly refusals: Pick<Refusals, 'note'>;
  readonly signInRefusals: Pick<SignInRefusals, 'note'>;
  /** lifetime of a token, s */
  readonly tokenTtl: number;
  /** of a token with `remember`, s */
  readonly rememberTtl: number;
};

const LINK_LIFETIME_MS = 5 * 60_000;
const MAX_LINKS_OF_USER = 5;
const MAX_LINKS = 1_000;
/** How old a noted sign-in is before it is noted again. */
const NOTE_INTERVAL_MS = 86_400_000;
/** How old a user's last sign-in is before another one at the same address is noted. */
const LOGIN_INTERVAL_MS = 60_000;
/** A user who signed in at an address in the last 30 days is known there. */
const KNOWN_MS = 30 * 86_400_000 + NOTE_INTERVAL_MS;

type SignInsState = SignInsOptions & { readonly links: OneTimeKeys<SignIn> };

export function createSignIns(options: SignInsOptions): SignIns {
  const { authentication, sessions, displays, time } = options;
  const lifetimes = { maxOfOwner: MAX_LINKS_OF_USER, max: MAX_LINKS, monotonic: time.monotonic };
  const own: SignInsState = {
    ...options,
    links: createOneTimeKeys<SignIn>({ lifetimeMs: LINK_LIFETIME_MS, ...lifetimes }),
  };

  async function proveRequest(request: TokenRequest, address: string, isGone: IsGone): Promise<Result<SignIn>> {
    if ('display' in request)
      return orCount(own, displays.recognize(request.display), address, signInErrors.wrongDisplay());
    if ('link' in request) {
      const proven = redeem(own, request.link) ?? (await own.userLinks.redeem(request.link, address));
      return orCount(own, proven, address, signInErrors.wrongLink());
    }
    return byCredentials(own, request, address, isGone);
  }

  return {
    async signIn(request, client, isGone = () => false) {
      const proven = noteRefused(own, await proveRequest(request, client.address, isGone), request, client.address);
      if (!proven.ok) return proven;
      if ('display' in request) return proofOf(own, proven.value, false);
      const remember = request.remember === true;
      const user = own.store.state.users.get(proven.value.subject);
      if (user === undefined) return hasEnded();
      const signedInBy = 'link' in request ? { via: 'link' as const } : authentication.signedInBy(proven.value);
      const { via } = signedInBy;
      const author = authorOf(user, { ...signedInBy, address: client.address });
      noteSignIn(own, proven.value, networkOf(client.address), author);
      if (via === 'key') own.lastUses.noteKey(proven.value.grant, client.address);
      // The key is listed, and ends its tokens.
      if (via === 'key' || (!remember && via !== 'link')) return proofOf(own, proven.value, remember);
      const lifetimeMs = 1000 * (remember ? own.rememberTtl : own.tokenTtl);
      const by = via === 'link' || via === 'password' ? via : 'apiKey';
      const started = await sessions.start(proven.value, { by, client, lifetimeMs, author });
      return proofOf(own, started, remember);
    },
    async withKey({ userName = '', apiKey }, address, isGone = () => false) {
      const recognized = authentication.recognize(userName, apiKey);
      if (recognized !== undefined) return recognized;
      const tried = { userName, apiKey };
      if (userName !== '' && !isAccessKey(apiKey))
        return noteRefused(own, await byCredentials(own, tried, address, isGone), tried, address);
      const isKey = isAccessKey(apiKey) || isGeneratedKey(apiKey);
      return noteRefused(
        own,
        orCount(own, undefined, address, isKey ? signInErrors.unknownKey() : signInErrors.noToken()),
        tried,
        address,
      );
    },
    prove: async (credentials, address, isGone) =>
      noteRefused(own, await byCredentials(own, credentials, address, isGone), credentials, address),
    createLink(proven) {
      const expires = new Date(time.trustedNow() + LINK_LIFETIME_MS).toISOString();
      return { link: own.links.create(proven.subject, proven), expires };
    },
  };
}

type Tried = TokenRequest | Credentials;

/** Not a refusal: there are no users, or the client is gone. */
const REFUSALS: readonly ErrorCode[] = ['invalid_credentials', 'token_invalid', 'rate_limited'];

function noteRefused(own: SignInsState, proven: Result<SignIn>, tried: Tried, address: string): Result<SignIn> {
  const { refusals, signInRefusals, authentication, store } = own;
  if (proven.ok || !REFUSALS.includes(proven.code)) return proven;
  if (proven.code === 'rate_limited') refusals.note('sign_in_slowed');
  const { userName } = tried as { readonly userName?: string };
  const userId = userName === undefined || userName === '' ? undefined : authentication.throttleKey(userName);
  const { name = '' } = store.state.users.get(userId ?? '') ?? {};
  signInRefusals.note({ name, network: networkOf(address), via: viaOf(tried) });
  return proven;
}

function viaOf(tried: Tried): SignInRefused['via'] {
  if ('display' in tried) return 'display';
  if ('link' in tried) return 'link';
  return 'apiKey' in tried ? 'apiKey' : 'password';
}

function proofOf({ authentication }: SignInsState, signIn: SignIn, remember: boolean): Result<Proof> {
  const { subject, grant, passwordId } = signIn;
  const user = authentication.activeUser(subject, grant, passwordId);
  return user === undefined ? hasEnded() : success({ signIn, remember, user });
}

const hasEnded = (): Failure => signInErrors.hasEnded();

/** The link's sign-in, while what it goes back to is valid. */
function redeem({ links, authentication }: SignInsState, link: string): SignIn | undefined {
  const proven = links.redeem(link);
  if (proven === undefined) return undefined;
  return authentication.activeUser(proven.subject, proven.grant, proven.passwordId) && proven;
}

/** A right key is never refused, because a key of 256 random bits cannot be guessed. A wrong one counts. */
function orCount(
  { loginThrottle }: SignInsState,
  proven: SignIn | undefined,
  address: string,
  refused: Failure,
): Result<SignIn> {
  if (proven !== undefined) return success(proven);
  const keys = [`address ${networkOf(address)}`];
  const seconds = loginThrottle.secondsToWait(keys);
  if (seconds > 0) return tooManyFailures(seconds);
  loginThrottle.onFailure(keys);
  return refused;
}

/**
 * A right API key is recognized before anything else. Otherwise strangers wait after too many failures of their address
 * or of the user name. Users at an address where they signed in before have a limit of their own, and are checked even
 * beyond it, so that no one else's guesses lock them out.
 */
async function byCredentials(
  own: SignInsState,
  credentials: Credentials,
  address: string,
  isGone: IsGone,
): Promise<Result<SignIn>> {
  const { authentication, hashing, loginThrottle } = own;
  const { userName } = credentials;
  // An API key in the place of a password counts too: sign-in pages have one field for both.
  const secret = 'apiKey' in credentials ? credentials.apiKey : credentials.password;
  const recognized = authentication.recognize(userName, secret);
  if (recognized !== undefined) return recognized;
  const network = networkOf(address);
  const name = authentication.throttleKey(userName);
  const isKnown = isKnownAt(own, name, network);
  const known = `user ${name} at ${network}`;
  const keys = isKnown ? [known] : [`address ${network}`, `user ${name}`];
  const secondsToWait = (): number => loginThrottle.secondsToWait(keys);
  if (!isKnown && secondsToWait() > 0) return tooManyFailures(secondsToWait());
  const share = isKnown ? known : network;
  return hashing({ share, isStranger: !isKnown, isGone }, async () => {
    // Guesses that waited with this one may have failed meanwhile.
    const seconds = secondsToWait();
    if (seconds > 0 && !isKnown) return tooManyFailures(seconds);
    const proven = await authentication.authenticate(credentials);
    if (proven.ok || proven.code !== 'invalid_credentials') return proven;
    if (seconds > 0) return tooManyFailures(seconds);
    loginThrottle.onFailure(isKnown ? [`address ${network}`, known] : keys);
    return proven;
  });
}

function isKnownAt({ store, time }: SignInsState, userId: string, network: string): boolean {
  const known = store.state.signInAddresses.get(userId)?.find(({ address }) => address === network);
  return known !== undefined && time.trustedNow() - Date.parse(known.at) < KNOWN_MS;
}

/** Not awaited: users can sign in while the disk is full. A script that signs in all the time is noted once a minute. */
function noteSignIn(
  { store, time }: SignInsState,
  { subject: userId, grant }: SignIn,
  network: string,
  author: Author,
): void {
  const { signInAddresses, keyDigests, logins } = store.state;
  const known = signInAddresses.get(userId) ?? [];
  const now = time.trustedNow();
  const noted = known.find(({ address }) => address === network);
  const isFresh = noted !== undefined && now - Date.parse(noted.at) < NOTE_INTERVAL_MS;
  // A generated key needs no known address, so it displaces none that a password needs.
  const isFull = known.length >= BOUNDS.signInAddresses.share.max && now - Date.parse(known[0]?.at ?? '') < KNOWN_MS;
  const isNeeded = !isFull || noted !== undefined || keyDigests.get(userId)?.keyId !== grant;
  const sinceMs = now - Date.parse(logins.get(userId) ?? '');
  const isNoted = sinceMs >= 0 && sinceMs < LOGIN_INTERVAL_MS;
  const changes: Change[] = isNoted ? [] : [{ kind: 'login', v: { userId } }];
  if (!isFresh && isNeeded) changes.push({ kind: 'sign-in-address', v: { userId, address: network } });
  if (changes.length === 0) return;
  store.append(changes, author).catch(() => undefined);
}
