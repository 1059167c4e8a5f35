import { BOUNDS } from '../../domain/bounds.js';
import type { Entry } from '../../schema/entry.js';
import type { State } from './state.js';
import { trimMap, trimOwn } from './trim-map.js';

/** The fold of what users and displays sign in with. */

type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

/** The key with this id, or none, is the user's API key from here on: a link, and sessions that began with another one, end. */
function onKeyChanged({ keyDigests, signInLinks, sessions }: State, userId: string, keyId?: string): void {
  signInLinks.delete(userId);
  if (keyDigests.get(userId)?.keyId !== keyId) keyDigests.delete(userId);
  for (const session of sessions.values()) {
    if (session.userId === userId && session.keyId !== null && session.keyId !== keyId) sessions.delete(session.id);
  }
}

function endSessionsOf({ signInLinks, sessions }: State, userId: string): void {
  signInLinks.delete(userId);
  for (const session of sessions.values()) if (session.userId === userId) sessions.delete(session.id);
}

/** Nothing of a removed user stays. */
export function forgetSignIns(state: State, userId: string): void {
  for (const byUser of [state.passwordIds, state.keyDigests, state.signInAddresses]) byUser.delete(userId);
  for (const key of state.accessKeys.values()) if (key.userId === userId) state.accessKeys.delete(key.id);
  endSessionsOf(state, userId);
}

function onSignedOut(state: State, { v }: EntryOf<'signed-out'>): void {
  if (!state.users.has(v.userId)) return;
  endSessionsOf(state, v.userId);
  state.passwordIds.set(v.userId, v.passwordId);
}

function onAccessKey({ users, accessKeys }: State, { v }: EntryOf<'access-key'>): void {
  if (users.has(v.userId)) accessKeys.set(v.id, v);
}

function onAccessKeysUsed({ accessKeys }: State, { v }: EntryOf<'access-keys-used'>): void {
  for (const { id, at, address } of v.used) {
    const key = accessKeys.get(id);
    if (key !== undefined) accessKeys.set(id, { ...key, lastUsed: at, address });
  }
}

/** A session that began with a key or password that was replaced in the meantime does not count. */
function onSession(state: State, { v }: EntryOf<'session'>): void {
  const { sessions, users, credentials, passwordIds } = state;
  const isKeyCurrent = v.keyId === null || credentials.get(v.userId)?.keyId === v.keyId;
  if (!isKeyCurrent || !users.has(v.userId) || (passwordIds.get(v.userId) ?? '') !== v.passwordId) return;
  sessions.set(v.id, v);
  trimOwn(sessions, BOUNDS.sessions.share.max, ({ userId }) => userId === v.userId);
  trimMap(sessions, BOUNDS.sessions);
}

function onSignInAddress({ users, signInAddresses }: State, { v, at }: EntryOf<'sign-in-address'>): void {
  if (!users.has(v.userId)) return;
  const others = (signInAddresses.get(v.userId) ?? []).filter(({ address }) => address !== v.address);
  signInAddresses.set(v.userId, [...others, { address: v.address, at }].slice(-BOUNDS.signInAddresses.share.max));
}

function onSignInsUsed({ sessions, displays }: State, { v }: EntryOf<'sign-ins-used'>): void {
  for (const { id, at } of v.used) {
    const session = sessions.get(id);
    if (session !== undefined) sessions.set(id, { ...session, lastUsed: at });
    const display = displays.get(id);
    if (display !== undefined) displays.set(id, { ...display, lastUsed: at });
  }
}

type SignInKind =
  | 'credential'
  | 'credential-removed'
  | 'password'
  | 'sign-in-password'
  | 'key-digest'
  | 'access-key'
  | 'access-key-removed'
  | 'access-keys-used'
  | 'sign-in-link'
  | 'sign-in-link-used'
  | 'sign-in-address'
  | 'session'
  | 'sessions-removed'
  | 'signed-out'
  | 'sign-ins-used'
  | 'login';

export const SIGN_IN_FOLDS: { readonly [Kind in SignInKind]: (state: State, entry: EntryOf<Kind>) => void } = {
  credential(state, { v }) {
    state.credentials.set(v.userId, v);
    onKeyChanged(state, v.userId, v.keyId);
  },
  'credential-removed'(state, { v }) {
    state.credentials.delete(v.userId);
    onKeyChanged(state, v.userId);
  },
  password(state, { v }) {
    state.passwords.set(v.userId, v.hash);
    state.passwordIds.delete(v.userId);
    endSessionsOf(state, v.userId);
  },
  'sign-in-password'(state, { v }) {
    state.passwords.set(v.userId, v.hash);
    // The same password may get another hash.
    if ((state.passwordIds.get(v.userId) ?? '') !== v.passwordId) endSessionsOf(state, v.userId);
    state.passwordIds.set(v.userId, v.passwordId);
  },
  'key-digest': ({ keyDigests }, { v }) => keyDigests.set(v.userId, v),
  'access-key': onAccessKey,
  'access-key-removed': ({ accessKeys }, { v }) => accessKeys.delete(v.id),
  'access-keys-used': onAccessKeysUsed,
  'sign-in-link': ({ users, signInLinks }, { v }) => users.has(v.userId) && signInLinks.set(v.userId, v),
  'sign-in-link-used'({ signInLinks }, { v }) {
    if (signInLinks.get(v.userId)?.digest === v.digest) signInLinks.delete(v.userId);
  },
  'sign-in-address': onSignInAddress,
  session: onSession,
  'sessions-removed'({ sessions }, { v }) {
    for (const id of v.ids) sessions.delete(id);
  },
  'signed-out': onSignedOut,
  'sign-ins-used': onSignInsUsed,
  login({ users, logins }, { v, at }) {
    if (users.has(v.userId)) logins.set(v.userId, at);
  },
};
