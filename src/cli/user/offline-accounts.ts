import { loadSettings } from '../../config.js';
import { openCore } from '../../core.js';
import { viewUser } from '../../domain/accounts/user.js';
import { valueOf, WaypostError, type Result } from '../../errors.js';
import { silentLogger } from '../../logger.js';
import { USER_FIXED_FIELDS, validatePasswordChange, validateUserInput, type User } from '../../schema/accounts/user.js';
import { patchWith } from '../../services/edit.js';
import { withAuthor } from '../../services/accounts/author.js';
import { createLoginThrottle } from '../../services/accounts/login-throttle.js';
import { createHashing } from '../../services/accounts/hashing.js';
import { createUserLinks } from '../../services/accounts/user-links.js';
import { createUsers } from '../../services/accounts/users.js';
import { openReadonlyStore } from '../../store/check/readonly-store.js';
import type { ReadonlyState } from '../../store/state/state.js';
import { withOptionNames } from '../options/option-errors.js';
import { commandAuthor } from '../data/command-author.js';
import { assertStopped, assertStore } from '../data/store-folder.js';
import type { AccountDirectory } from './accounts.js';
import { signInAdvice } from './advice.js';

type Work = (accounts: AccountDirectory) => Promise<void>;

/** The actor of all changes. It may do everything, because write access to the folder allows that anyway. */
const FOLDER_OWNER: User = {
  id: '',
  name: '',
  email: '',
  country: '',
  timeZone: '',
  description: '',
  message: '',
  disabled: false,
  disabledMessage: '',
  tags: {},
  privileges: ['admin'],
  group: null,
  deviceId: null,
  adminDevices: null,
  from: null,
  expires: null,
  creation: '',
  modification: '',
};

/** It makes all changes; their author is the account that runs the command. */
const ownerRunning = (command: string): User => withAuthor(FOLDER_OWNER, commandAuthor(command));

/** Only reads, so that a running gateway may use the folder. */
export async function readOfflineAccounts(folder: string, work: Work): Promise<void> {
  await assertStore(folder);
  const { state, close } = await openReadonlyStore(folder);
  const refuse = () => Promise.reject(new WaypostError('conflict', 'the accounts are open for reading only'));
  const accounts = {
    ...accountsIn(state),
    change: refuse,
    issueKey: refuse,
    createLink: refuse,
    setPassword: refuse,
    warnIfLockedOut: () => undefined,
  };
  await work(accounts).finally(close);
}

/**
 * Changes the store of a stopped gateway through the gateway's own services, which return after a change is on stable
 * storage. Throws without changing anything if a running gateway uses the folder.
 */
export async function changeOfflineAccounts(
  { data, optionNames }: { readonly data: string; readonly optionNames: readonly string[] },
  work: Work,
): Promise<void> {
  await assertStore(data);
  await assertStopped(data);
  const { config: defaults } = await loadSettings({}, {});
  // Retention is off, because only the configuration of the gateway states what to delete.
  const config = { ...defaults, store: { ...defaults.store, retention: { days: 0, bytes: 0, uplinkBytes: 0 } } };
  const configured = new Set(['store.retention.days', 'store.retention.bytes']);
  const core = await openCore({ config, configured, data }, { logger: silentLogger });
  const { store, time } = core;
  try {
    const { state } = store;
    for (const loss of store.status().losses) process.stderr.write(`waypost: ${data}: ${loss}\n`);
    const users = createUsers({
      ...core,
      hashing: createHashing(core),
      loginThrottle: createLoginThrottle(time.monotonic),
    });
    const unwrap = <T>(result: Result<T>): T =>
      valueOf(result.ok ? result : { ...result, message: withOptionNames(result.message, optionNames) });
    await work({
      ...accountsIn(state),
      change: async (userId, patch) =>
        unwrap(
          await users.change(ownerRunning('user set'), userId, patchWith(patch, validateUserInput, USER_FIXED_FIELDS)),
        ),
      issueKey: async (userId) => unwrap(await users.issueKey(ownerRunning('key new'), userId)),
      createLink: async (userId) =>
        unwrap(await createUserLinks({ ...core, users }).create(ownerRunning('user link'), userId)),
      setPassword: async (userId, password) => {
        const change = unwrap(validatePasswordChange({ password }));
        unwrap(await users.setPassword(ownerRunning('user password'), userId, change));
      },
      warnIfLockedOut({ id }) {
        const advice = signInAdvice(id, state, time.trustedNow(), data);
        if (advice !== undefined) process.stderr.write(`waypost: ${advice}\n`);
      },
    });
  } finally {
    await store.close();
  }
}

function accountsIn(state: ReadonlyState): Pick<AccountDirectory, 'users' | 'groups'> {
  const users = [...state.users.values()].map((user) => viewUser(user, state));
  if (users.length === 0)
    throw new WaypostError('not_found', '--data: no users in this folder: the first start creates the administrator');
  return {
    users: () => Promise.resolve(users),
    groups: () => Promise.resolve([...state.groups.values()]),
  };
}
