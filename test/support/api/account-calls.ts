import type { User } from '../../../src/schema/accounts/user.js';
import type { Change } from '../../../src/schema/entry.js';
import { TEST_KEY } from '../gateway/test-key.js';
import { userInput } from './examples.js';
import { isRestricted, seesDisplay, seesUser, type Rule, type Side } from './scope.js';
import { accessKeyOf, userOf } from './users.js';

/** The calls of users and displays, and of what they sign in with. */

const isUnrestricted = (user: User): boolean => !isRestricted(user);

export const ACCOUNT_ACCESS: Readonly<Record<string, Rule>> = {
  'GET /api/users/countries': {},
  'GET /api/users/timeZones': {},
  'GET /api/users': { needs: 'users:write' },
  // An unrestricted new user would see more than a restricted user who creates it.
  'POST /api/users': { needs: 'users:write', may: isUnrestricted },
  'GET /api/users/:userId': { sees: seesUser },
  'PUT /api/users/:userId': { sees: seesUser },
  'PATCH /api/users/:userId': { sees: seesUser },
  'DELETE /api/users/:userId': { needs: 'users:write', sees: seesUser },
  'POST /api/users/:userId/apiKey': { sees: seesUser },
  'DELETE /api/users/:userId/apiKey': { sees: seesUser },
  'PUT /api/users/:userId/password': { sees: seesUser },
  'POST /api/users/:userId/link': { sees: seesUser },
  'GET /api/users/:userId/sessions': { sees: seesUser },
  'DELETE /api/users/:userId/sessions': { sees: seesUser },
  'DELETE /api/users/:userId/sessions/:sessionId': { sees: seesUser },
  'GET /api/users/:userId/keys': { sees: seesUser },
  'POST /api/users/:userId/keys': { sees: seesUser },
  'DELETE /api/users/:userId/keys/:keyId': { sees: seesUser },
  'POST /api/Auth/Link': {},
  'POST /api/Auth/Confirm': {},
  'GET /api/displays': { needs: 'users:write' },
  // Without a group, a display shows what its creator sees.
  'POST /api/displays': { needs: 'users:write' },
  'DELETE /api/displays/:displayId': { needs: 'users:write', sees: seesDisplay },
};

let count = 0;
const fresh = (): string => `account-${(count += 1)}`;
/** Of users inside the scope of the restricted ones, and outside of it. */
export const SCOPES = { inside: { group: 'inside', deviceId: 'bus' }, outside: {} };

export const ACCOUNT_BODIES: Readonly<Record<string, (side: Side) => object>> = {
  'POST /api/users': () => userInput(fresh()),
  'PUT /api/users/:userId': (side) => ({ ...userInput(fresh()), ...SCOPES[side] }),
  'PATCH /api/users/:userId': () => ({ description: fresh() }),
  'PUT /api/users/:userId/password': () => ({ password: 'a new password' }),
  'POST /api/users/:userId/keys': () => ({ name: fresh(), privileges: [] }),
  'POST /api/Auth/Confirm': () => ({ apiKey: TEST_KEY }),
  'POST /api/displays': () => ({ name: fresh() }),
};

/** Access keys of the administrator; each acts as this user. One has ended. */
export const KEY_CALLERS: readonly User[] = [
  userOf('key-without-rights'),
  userOf('key-with-one-right', { privileges: ['users:write'] }),
  userOf('key-with-all-rights', { privileges: ['admin'] }),
  userOf('expired-key', { privileges: ['admin'], expires: '2026-11-21T07:59:59.999Z' }),
];
/** What an access key must not do: it would outlive itself. */
export const GIVES_CREDENTIALS: ReadonlySet<string> = new Set([
  'POST /api/users/:userId/apiKey',
  'POST /api/users/:userId/keys',
  'PUT /api/users/:userId/password',
  'POST /api/users/:userId/link',
  'POST /api/Auth/Link',
  'POST /api/Auth/Confirm',
  'POST /api/displays',
]);

export const keysOfCallers = (): Change[] =>
  KEY_CALLERS.map(({ name, privileges, expires }) => ({
    kind: 'access-key',
    v: accessKeyOf('administrator', { id: name, privileges, expires }),
  }));
