import { isActive } from '../../domain/accounts/scope.js';
import { success, type Result } from '../../errors.js';
import type { SignInLink, User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import { appendWithin } from '../append-within.js';
import { byUser, type Edits } from '../edits.js';
import type { Time } from '../time/time.js';
import { authorOf } from './author.js';
import { PASSWORD_GRANT, type SignIn } from './authentication.js';
import { refuseCredential } from './confirmation.js';
import { digestOf, generateKey, isSameDigest } from './key-hash.js';
import type { Users } from './users.js';

type NewLink = { readonly link: string; readonly expires: string };

/**
 * Links that sign a user in once, made by those who manage the account: also for a user who has neither password nor
 * key yet. They are stored, so that a restart does not end them. A user has one at a time; a new password or key ends it.
 */
export type UserLinks = {
  readonly create: (actor: User, userId: string) => Promise<Result<NewLink>>;
  /**
   * A link of the administrator, while no user has ever signed in; undefined: one has, or there is no administrator. It is
   * not stored, because each start makes one, and it ends no other link.
   */
  readonly createFirst: () => NewLink | undefined;
  /** What the link proves. It is used up durably before; undefined: unknown, used or expired. */
  readonly redeem: (link: string, address: string) => Promise<SignIn | undefined>;
};

export type UserLinksOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly users: Pick<Users, 'findManageable'>;
  readonly time: Pick<Time, 'trustedNow' | 'accountNow' | 'monotonic'>;
  readonly edits: Edits;
};

const USER_LINK_LIFETIME_MS = 30 * 60_000;

type LinksState = UserLinksOptions & {
  /** by digest: when the link ends, by a clock that is never set */
  readonly deadlines: Map<string, number>;
  /** digests of links that are being used up */
  readonly redeeming: Set<string>;
  first: { readonly digest: string; readonly ends: number; readonly signIn: SignIn } | undefined;
};

export function createUserLinks(options: UserLinksOptions): UserLinks {
  const { store, users, time, edits } = options;
  const { state } = store;
  const own: LinksState = { ...options, deadlines: new Map(), redeeming: new Set(), first: undefined };
  for (const { digest, expires } of state.signInLinks.values()) {
    const remainingMs = Math.min(Date.parse(expires) - time.trustedNow(), USER_LINK_LIFETIME_MS);
    own.deadlines.set(digest, time.monotonic() + remainingMs);
  }
  return {
    create: (caller, userId) =>
      edits(caller, async (actor) => {
        const found = users.findManageable(actor, userId);
        return found.ok ? (refuseCredential(caller) ?? append(own, userId, actor)) : found;
      }),
    createFirst() {
      const admin = [...state.users.values()].find(({ privileges }) => privileges.includes('admin'));
      if (state.logins.size > 0 || admin === undefined) return undefined;
      const link = generateKey();
      const ends = time.monotonic() + USER_LINK_LIFETIME_MS;
      own.first = { digest: digestOf(link), ends, signIn: signInOf(own, admin.id) };
      return { link, expires: new Date(time.trustedNow() + USER_LINK_LIFETIME_MS).toISOString() };
    },
    redeem: async (link, address) => redeemFirst(own, link) ?? redeem(own, link, address),
  };
}

async function append(own: LinksState, userId: string, actor: User): Promise<Result<NewLink>> {
  const { store, time, deadlines } = own;
  const link = generateKey();
  const digest = digestOf(link);
  const expires = new Date(time.trustedNow() + USER_LINK_LIFETIME_MS).toISOString();
  const stored = await appendWithin(store, [{ kind: 'sign-in-link', v: { userId, digest, expires } }], byUser(actor));
  if (!stored.ok) return stored;
  deadlines.set(digest, time.monotonic() + USER_LINK_LIFETIME_MS);
  const current = new Set([...store.state.signInLinks.values()].map((one) => one.digest));
  for (const known of deadlines.keys()) if (!current.has(known)) deadlines.delete(known);
  return success({ link, expires });
}

async function redeem(own: LinksState, text: string, address: string): Promise<SignIn | undefined> {
  const { store, time, redeeming } = own;
  const { users, signInLinks } = store.state;
  const digest = digestOf(text);
  const link = [...signInLinks.values()].find((one) => isSameDigest(digest, one.digest));
  const user = link && users.get(link.userId);
  if (link === undefined || user === undefined || redeeming.has(digest) || !isValid(own, link)) return undefined;
  if (!isActive(user, time.trustedNow(), time.accountNow())) return undefined;
  redeeming.add(digest);
  try {
    const by = authorOf(user, { via: 'link', address });
    await store.append([{ kind: 'sign-in-link-used', v: { userId: user.id, digest } }], by);
  } finally {
    redeeming.delete(digest);
  }
  return signInOf(own, user.id);
}

/** What a link goes back to: the user's key, or else their password. */
function signInOf({ store }: LinksState, userId: string): SignIn {
  const { credentials, passwordIds } = store.state;
  const grant = credentials.get(userId)?.keyId ?? PASSWORD_GRANT;
  return { subject: userId, grant, passwordId: passwordIds.get(userId) ?? '' };
}

function redeemFirst(own: LinksState, text: string): SignIn | undefined {
  const { first, store, time } = own;
  if (first === undefined || !isSameDigest(digestOf(text), first.digest)) return undefined;
  own.first = undefined;
  const { signIn } = first;
  const user = store.state.users.get(signIn.subject);
  // A new key or password ends the link.
  const current = signInOf(own, signIn.subject);
  const isCurrent = current.grant === signIn.grant && current.passwordId === signIn.passwordId;
  if (user === undefined || !isCurrent || time.monotonic() >= first.ends) return undefined;
  return isActive(user, time.trustedNow(), time.accountNow()) ? { ...signIn, isFirst: true } : undefined;
}

const isValid = ({ time, deadlines }: LinksState, { digest }: SignInLink): boolean =>
  time.monotonic() < (deadlines.get(digest) ?? 0);
