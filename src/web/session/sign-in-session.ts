import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { DisplayView } from '../../schema/accounts/display.js';
import type { UserView } from '../../schema/accounts/user.js';
import type { ApiResult, Api, ApiFailure } from '../api/client.js';
import type { BrowserClock } from '../clock/browser-clock.js';
import type { EntryLink } from './entry-link.js';
import { isRemembered, lifetimeOf, subjectOf } from './token.js';
import type { TokenStorage } from './token-storage.js';
import { trySecret } from './try-secret.js';

/** `checking`: a stored token, a link or a display key is being verified */
export type SignInState =
  | { readonly is: 'checking' }
  | {
      readonly is: 'out';
      /** the API's error code if the user did not sign out; `link`, `display`: what was refused */
      readonly reason?: string;
    }
  | {
      readonly is: 'in';
      readonly user: UserView;
      /** a wall screen, not a user */
      readonly isDisplay: boolean;
      /** signed in by a link, without a password to sign in with again */
      readonly isPasswordMissing?: boolean;
    };

type SignInCredentials = { readonly userName: string; readonly secret: string; readonly remember: boolean };

export type SignInSession = {
  readonly state: ReadonlySignal<SignInState>;
  /** the link that waits for the user's answer, because opening it ends the sign-in of this browser */
  readonly entry: ReadonlySignal<EntryLink | undefined>;
  /** Resumes with what is stored. */
  readonly resume: () => Promise<void>;
  /** `secret`: the API key or the password; it is not stored. */
  readonly signIn: (credentials: SignInCredentials) => Promise<ApiFailure | undefined>;
  /** Opens a link at once if the browser is not signed in; otherwise it waits for the answer as `entry`. */
  readonly openEntry: (entry: EntryLink) => Promise<void>;
  /** Opens the link that waits in place of the present sign-in, which ends, or drops it. */
  readonly answerEntry: (isWanted: boolean) => Promise<void>;
  /** Changes the user's own password or API key, which ends their tokens, and signs in again with what it resolves to. */
  readonly changeSecret: (
    change: () => Promise<ApiResult<string>>,
    remember?: boolean,
  ) => Promise<ApiFailure | undefined>;
  /** The user goes on without a password. */
  readonly skipPassword: () => void;
  /** by the user; ends the token at the gateway too */
  readonly signOut: () => void;
  /** The gateway has ended the sign-in, as the user asked. */
  readonly forget: () => void;
  /** The gateway has refused the token: with this error code. */
  readonly onRefused: (code: string) => void;
};

export type SignInSessionOptions = {
  readonly api: Pick<Api, 'get' | 'send'>;
  readonly tokenStorage: TokenStorage;
  readonly clock: Pick<BrowserClock, 'after'>;
  /** Goes to the first page of a link that is opened. */
  readonly show: (path: '/map' | '/wall') => void;
};

type OwnDisplay = Pick<DisplayView, 'id' | 'name' | 'group' | 'deviceId'>;
type Issued = { readonly token: string; readonly display?: OwnDisplay };

/** A display renews its token after this part of its lifetime, at least once a day. */
const RENEWAL_PART = 0.8;
const MAX_RENEWAL_MS = 86_400_000;
const RETRY_MS = 10_000;

type SessionState = SignInSessionOptions & {
  readonly state: Signal<SignInState>;
  readonly entry: Signal<EntryLink | undefined>;
  isRenewing: boolean;
  /** the user changes the secret that the token depends on */
  isChanging: boolean;
  cancelRenewal: () => void;
};

export function createSignInSession(options: SignInSessionOptions): SignInSession {
  const { tokenStorage } = options;
  const own: SessionState = {
    ...options,
    state: signal<SignInState>({ is: hasStored(tokenStorage) ? 'checking' : 'out' }),
    entry: signal<EntryLink | undefined>(undefined),
    isRenewing: false,
    isChanging: false,
    cancelRenewal: () => undefined,
  };
  return {
    state: own.state,
    entry: own.entry,
    resume: () => resume(own),
    signIn: (credentials) => signIn(own, credentials),
    openEntry: (entry) => openEntry(own, entry),
    async answerEntry(isWanted) {
      const entry = own.entry.peek();
      own.entry.value = undefined;
      if (entry === undefined || !isWanted) return;
      endAtGateway(own);
      await enter(own, entry);
    },
    changeSecret: (change, remember = isRemembered(tokenStorage.token() ?? '')) => changeSecret(own, change, remember),
    skipPassword() {
      const state = own.state.peek();
      if (state.is === 'in') own.state.value = { ...state, isPasswordMissing: false };
    },
    signOut() {
      endAtGateway(own);
      leave(own, { is: 'out' });
    },
    forget() {
      leave(own, { is: 'out' });
    },
    onRefused(code) {
      if (own.isChanging) return;
      if (tokenStorage.displayKey() === undefined) leave(own, { is: 'out', reason: code });
      else void renew(own);
    },
  };
}

const hasStored = (storage: TokenStorage): boolean =>
  storage.token() !== undefined || storage.displayKey() !== undefined;

async function resume(own: SessionState): Promise<void> {
  if (own.tokenStorage.displayKey() !== undefined) await renew(own);
  else if (own.tokenStorage.token() !== undefined) await loadUser(own);
}

/** A link may come from anyone, so it does not end a valid sign-in without the user's consent. */
async function openEntry(own: SessionState, entry: EntryLink): Promise<void> {
  const { tokenStorage, state } = own;
  // The first page of a wall screen is often its own link.
  const isOwnDisplay = 'display' in entry && entry.display === tokenStorage.displayKey();
  if (isOwnDisplay) own.show('/wall');
  if (hasStored(tokenStorage) && state.peek().is !== 'in') await resume(own);
  if (isOwnDisplay) return;
  if (state.peek().is === 'out') await enter(own, entry);
  else own.entry.value = entry;
}

/** Signs in with a link, which works once, or makes this browser a display until it signs out or is removed. */
async function enter(own: SessionState, entry: EntryLink): Promise<void> {
  leave(own, { is: 'checking' });
  own.show('link' in entry ? '/map' : '/wall');
  if ('link' in entry) {
    await openLink(own, entry.link);
    return;
  }
  own.tokenStorage.saveDisplayKey(entry.display);
  await renew(own);
}

async function openLink(own: SessionState, link: string): Promise<void> {
  const issued = await requestToken(own, { link });
  if (!issued.ok) {
    leave(own, { is: 'out', reason: issued.code === 'invalid_credentials' ? 'link' : issued.code });
    return;
  }
  own.tokenStorage.save(issued.value.token);
  await loadUser(own);
  const loaded = own.state.peek();
  if (loaded.is === 'in') own.state.value = { ...loaded, isPasswordMissing: loaded.user.hasPassword === false };
}

/** Ends the user's token and the session that it belongs to. */
function endAtGateway(own: SessionState): void {
  const { tokenStorage, api } = own;
  const isUser = tokenStorage.token() !== undefined && tokenStorage.displayKey() === undefined;
  if (isUser) void api.send('DELETE', `/api/users/${userIdOf(own)}/sessions/current`);
}

const requestToken = ({ api }: SessionState, body: object): Promise<ApiResult<Issued>> =>
  api.send('POST', '/api/Auth/Token', body);

const userIdOf = ({ tokenStorage }: SessionState): string =>
  encodeURIComponent(subjectOf(tokenStorage.token() ?? '') ?? '');

/** Forgets everything of the previous sign-in. */
function leave(own: SessionState, state: SignInState): void {
  own.cancelRenewal();
  batch(() => {
    own.tokenStorage.save(undefined);
    own.tokenStorage.saveDisplayKey(undefined);
    own.entry.value = undefined;
    own.state.value = state;
  });
}

async function signIn(own: SessionState, { userName, secret, remember }: SignInCredentials) {
  const issued = await trySecret(secret, (body) =>
    requestToken(own, { userName, ...body, ...(remember && { remember }) }),
  );
  if (!issued.ok) return issued;
  own.tokenStorage.save(issued.value.token, remember);
  return loadUser(own);
}

async function changeSecret(own: SessionState, change: () => Promise<ApiResult<string>>, remember: boolean) {
  const state = own.state.peek();
  if (state.is !== 'in') return undefined;
  own.isChanging = true;
  try {
    const changed = await change();
    if (!changed.ok) return changed;
    return await signIn(own, { userName: state.user.name, secret: changed.value, remember });
  } finally {
    own.isChanging = false;
  }
}

/** The user's own record holds the privileges. */
async function loadUser(own: SessionState): Promise<ApiFailure | undefined> {
  const { api, tokenStorage, state } = own;
  const result: ApiResult<{ user: UserView }> = await api.get(`/api/users/${userIdOf(own)}`);
  if (result.ok) state.value = { is: 'in', user: result.value.user, isDisplay: false };
  else if (tokenStorage.token() !== undefined) leave(own, { is: 'out', reason: result.code });
  return result.ok ? undefined : result;
}

/** Gets a new token for the display, and the next one in time; tries again while the gateway does not answer. */
async function renew(own: SessionState): Promise<void> {
  const { tokenStorage, clock, state } = own;
  const display = tokenStorage.displayKey();
  if (display === undefined || own.isRenewing) return;
  own.isRenewing = true;
  own.cancelRenewal();
  const issued = await requestToken(own, { display });
  own.isRenewing = false;
  if (tokenStorage.displayKey() !== display) return;
  if (!issued.ok && issued.code === 'invalid_credentials') {
    leave(own, { is: 'out', reason: 'display' });
    return;
  }
  if (issued.ok) {
    tokenStorage.save(issued.value.token);
    if (state.value.is !== 'in') state.value = { is: 'in', user: viewerOf(issued.value.display), isDisplay: true };
  }
  const lifetimeMs = issued.ok ? lifetimeOf(issued.value.token) : 0;
  const nextMs = Math.min(lifetimeMs * RENEWAL_PART, MAX_RENEWAL_MS);
  own.cancelRenewal = clock.after(Math.max(nextMs, RETRY_MS), () => void renew(own));
}

/** A display in place of a user: without privileges. */
const viewerOf = (
  { id, name, group, deviceId }: OwnDisplay = { id: '', name: '', group: null, deviceId: null },
): UserView => ({
  ...{ id, name, group, deviceId, email: '', country: '', timeZone: 'UTC', description: '', message: '', tags: {} },
  ...{ disabled: false, disabledMessage: '', privileges: [], adminDevices: null, from: null, expires: null },
  ...{ creation: '', modification: '', lastLogin: null },
});
