import { BOUNDS } from '../../domain/bounds.js';
import type { Entry } from '../../schema/entry.js';
import type { State } from './state.js';
import { trimMap, trimOwn } from './trim-map.js';

/** The fold of what users and displays sign in with. */

type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

/** The key with this id, or none, is the user's API key from here on: a link, and sessions that began with another one, end. */
export function onKeyChanged({ keyDigests, signInLinks, sessions }: State, userId: string, keyId?: string): void {
  signInLinks.delete(userId);
  if (keyDigests.get(userId)?.keyId !== keyId) keyDigests.delete(userId);
  for (const session of sessions.values()) {
    if (session.userId === userId && session.keyId !== null && session.keyId !== keyId) sessions.delete(session.id);
  }
}

export function endSessionsOf({ signInLinks, sessions }: State, userId: string): void {
  signInLinks.delete(userId);
  for (const session of sessions.values()) if (session.userId === userId) sessions.delete(session.id);
}

/** Nothing of a removed user stays. */
export function forgetSignIns(state: State, userId: string): void {
  for (const byUser of [state.passwordIds, state.keyDigests, state.signInAddresses]) byUser.delete(userId);
  for (const key of state.accessKeys.values()) if (key.userId === userId) state.accessKeys.delete(key.id);
  endSessionsOf(state, userId);
}

export function onSignedOut(state: State, { v }: EntryOf<'signed-out'>): void {
  if (!state.users.has(v.userId)) return;
  endSessionsOf(state, v.userId);
  state.passwordIds.set(v.userId, v.passwordId);
}

export function onAccessKey({ users, accessKeys }: State, { v }: EntryOf<'access-key'>): void {
  if (users.has(v.userId)) accessKeys.set(v.id, v);
}

export function onAccessKeysUsed({ accessKeys }: State, { v }: EntryOf<'access-keys-used'>): void {
  for (const { id, at, address } of v.used) {
    const key = accessKeys.get(id);
    if (key !== undefined) accessKeys.set(id, { ...key, lastUsed: at, address });
  }
}

/** A session that began with a key or password that was replaced in the meantime does not count. */
export function onSession(state: State, { v }: EntryOf<'session'>): void {
  const { sessions, users, credentials, passwordIds } = state;
  const isKeyCurrent = v.keyId === null || credentials.get(v.userId)?.keyId === v.keyId;
  if (!isKeyCurrent || !users.has(v.userId) || (passwordIds.get(v.userId) ?? '') !== v.passwordId) return;
  sessions.set(v.id, v);
  trimOwn(sessions, BOUNDS.sessions.share.max, ({ userId }) => userId === v.userId);
  trimMap(sessions, BOUNDS.sessions);
}

export function onSignInAddress({ users, signInAddresses }: State, { v, at }: EntryOf<'sign-in-address'>): void {
  if (!users.has(v.userId)) return;
  const others = (signInAddresses.get(v.userId) ?? []).filter(({ address }) => address !== v.address);
  signInAddresses.set(v.userId, [...others, { address: v.address, at }].slice(-BOUNDS.signInAddresses.share.max));
}

export function onSignInsUsed({ sessions, displays }: State, { v }: EntryOf<'sign-ins-used'>): void {
  for (const { id, at } of v.used) {
    const session = sessions.get(id);
    if (session !== undefined) sessions.set(id, { ...session, lastUsed: at });
    const display = displays.get(id);
    if (display !== undefined) displays.set(id, { ...display, lastUsed: at });
  }
}
