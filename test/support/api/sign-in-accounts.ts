import { storeStatus } from '../store/store-status.js';
import { createTestEdits } from '../gateway/test-edits.js';
import type { TokenRequest } from '../../../src/schema/accounts/token-request.js';
import type { Change } from '../../../src/schema/entry.js';
import { createAuthentication } from '../../../src/services/accounts/authentication.js';
import { createDisplays } from '../../../src/services/accounts/displays.js';
import { createHashing } from '../../../src/services/accounts/hashing.js';
import { createPasswordHashes } from '../../../src/services/accounts/key-hash.js';
import { createLastUses } from '../../../src/services/accounts/last-uses.js';
import { createLoginThrottle } from '../../../src/services/accounts/login-throttle.js';
import { silentLogger } from '../../../src/logger.js';
import { createRefusals } from '../../../src/services/system/refusals.js';
import { createSessions } from '../../../src/services/accounts/sessions.js';
import { createSignIns } from '../../../src/services/accounts/sign-in.js';
import { createSignInRefusals } from '../../../src/services/accounts/sign-in-refusals.js';
import { createUserLinks } from '../../../src/services/accounts/user-links.js';
import { createUsers } from '../../../src/services/accounts/users.js';
import { createTestClock } from '../time/clock.js';
import { createMemoryStore } from '../store/memory-store.js';
import { createTestTime } from '../time/test-time.js';
import { userOf, usersWithKey } from './users.js';

export const PASSWORD = 'a right password';
const passwordHashes = createPasswordHashes(1);
let passwordHash: Promise<string> | undefined;

/** of `PASSWORD` */
export const hashOfPassword = (): Promise<string> => (passwordHash ??= passwordHashes.hash(PASSWORD));

/** The accounts of a gateway over a store in memory. */
export function createAccounts(clock = createTestClock()) {
  const memory = createMemoryStore(() => clock);
  const status = () => storeStatus();
  const store = { ...memory, status };
  const time = createTestTime(clock);
  const { edits } = createTestEdits();
  const refusals = createRefusals({ logger: silentLogger, monotonic: clock.monotonic });
  const hashing = createHashing({ refusals });
  const lastUses = createLastUses({ store, time });
  const loginThrottle = createLoginThrottle(clock.monotonic);
  const authentication = createAuthentication({ store, time, passwordHashes, onUsed: lastUses.note });
  const signInRefusals = createSignInRefusals({ store, time });
  const users = createUsers({ store, time, edits, hashing, passwordHashes, loginThrottle, signInRefusals });
  const sessions = createSessions({ store, users, lastUses, time, edits });
  const displays = createDisplays({ store, lastUses, time, edits });
  const userLinks = createUserLinks({ store, users, time, edits });
  const ttls = { tokenTtl: 3_600, rememberTtl: 30 * 86_400 };
  const proofs = { authentication, sessions, displays, userLinks };
  const parts = { hashing, lastUses, loginThrottle, time, refusals, signInRefusals };
  const signIns = createSignIns({ store, ...proofs, ...parts, ...ttls });

  async function signIn(request: TokenRequest, address = '10.0.0.1'): Promise<string> {
    const proof = await signIns.signIn(request, { address, userAgent: 'test' });
    return proof.ok ? proof.value.user.name : proof.code;
  }
  async function addUser(name: string): Promise<void> {
    const hash = await hashOfPassword();
    const password: Change = { kind: 'sign-in-password', v: { userId: `id-of-${name}`, passwordId: 'p', hash } };
    await store.append([...(await usersWithKey(userOf(name))), password]);
  }
  return { ...proofs, signInRefusals, store, clock, users, lastUses, signIns, signIn, addUser, refusals, time, edits };
}
