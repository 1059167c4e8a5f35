import type { Config } from '../../schema/config/config.js';
import type { Store } from '../../store/store.js';
import type { Edits } from '../edits.js';
import type { Refusals } from '../system/refusals.js';
import type { Time } from '../time/time.js';
import { createAccessKeys, type AccessKeys } from './access-keys.js';
import { createAuthentication, type Authentication } from './authentication.js';
import { createConfirmations, type Confirmations } from './confirmations.js';
import { createDisplays, type Displays } from './displays.js';
import { createHashing } from './hashing.js';
import { createLastUses, type LastUses } from './last-uses.js';
import type { LoginThrottle } from './login-throttle.js';
import { createSessions, type Sessions } from './sessions.js';
import { createSignInRefusals, type SignInRefusals } from './sign-in-refusals.js';
import { createSignIns, type SignIns } from './sign-in.js';
import { createUserLinks, type UserLinks } from './user-links.js';
import { createUsers, type Users } from './users.js';

/** Users and displays, and what they sign in with. */
export type Accounts = {
  readonly authentication: Authentication;
  readonly signIns: SignIns;
  readonly signInRefusals: SignInRefusals;
  readonly confirmations: Confirmations;
  readonly accessKeys: AccessKeys;
  readonly sessions: Sessions;
  readonly displays: Displays;
  readonly lastUses: LastUses;
  readonly users: Users;
  readonly userLinks: UserLinks;
};

type AccountsOptions = {
  readonly config: Pick<Config, 'auth'>;
  readonly store: Store;
  readonly time: Time;
  readonly edits: Edits;
  readonly refusals: Refusals;
};

export function createAccounts(
  { config, store, time, edits, refusals }: AccountsOptions,
  loginThrottle: LoginThrottle,
): Accounts {
  const lastUses = createLastUses({ store, time });
  const hashing = createHashing({ refusals });
  const authentication = createAuthentication({ store, time, timeZone: time.timeZone, onUsed: lastUses.note });
  const users = createUsers({ store, time, edits, hashing, loginThrottle });
  const sessions = createSessions({ store, users, lastUses, time, edits });
  const displays = createDisplays({ store, lastUses, time, edits });
  const userLinks = createUserLinks({ store, users, time, edits });
  const accessKeys = createAccessKeys({ store, users, lastUses, time, edits });
  const proofs = { authentication, sessions, displays, userLinks };
  const signInRefusals = createSignInRefusals({ store, time });
  const parts = { hashing, lastUses, loginThrottle, time, refusals, signInRefusals };
  const signIns = createSignIns({ store, ...proofs, ...parts, ...config.auth });
  const confirmations = createConfirmations({ store, signIns, time });
  return { ...proofs, signIns, signInRefusals, confirmations, accessKeys, lastUses, users };
}
