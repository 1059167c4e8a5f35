import { loadSettings } from '../../config.js';
import { viewUser } from '../../domain/user.js';
import { valueOf, WaypostError, type Result } from '../../errors.js';
import { quiet } from '../../logger.js';
import { userFixedFields, validateUserInput, type User } from '../../schema/user.js';
import { timers } from '../../serial/timers.js';
import { createClock } from '../../services/clock.js';
import { patchBy } from '../../services/edit.js';
import { createTime } from '../../services/time.js';
import { createUsers } from '../../services/users.js';
import { openReader } from '../../store/reader.js';
import type { ReadonlyState } from '../../store/state.js';
import { openStore } from '../../store/store.js';
import { createTurns } from '../../turns.js';
import { inOptions } from '../in-options.js';
import { demandStopped, demandStore } from '../store-folder.js';
import type { Accounts } from './accounts.js';
import { adviceFor } from './advice.js';

type Work = (accounts: Accounts) => Promise<void>;

/** Who may write the data folder may do everything: he could write into the log by hand. */
const owner: User = {
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

/** Looks alone: a gateway may be running on the folder. */
export async function lookIntoStore(folder: string, work: Work): Promise<void> {
  await demandStore(folder);
  const { state, close } = await openReader(folder);
  const refuse = () => Promise.reject(new WaypostError('conflict', 'nothing is changed while it is looked at'));
  await work({ ...shownOf(state), change: refuse, issueKey: refuse, advise: () => undefined }).finally(close);
}

/**
 * Works on the store of a gateway that is stopped, through the services of the gateway itself: what is changed is on
 * stable storage before `work` hears of it. Throws, with nothing touched, when a gateway runs on the folder.
 */
export async function withStore(
  { data, wording }: { readonly data: string; readonly wording: readonly string[] },
  work: Work,
): Promise<void> {
  await demandStore(data);
  await demandStopped(data);
  const { config } = await loadSettings({}, {});
  const clock = createClock();
  // What is to be dropped is the gateway's to know, by its own configuration.
  const retention = { days: 0, bytes: 0 };
  const store = await openStore({ folder: data, clock, logger: quiet, ...config.store, retention });
  try {
    const { state } = store;
    for (const loss of store.status().losses) process.stderr.write(`waypost: ${data}: ${loss}\n`);
    // A clock in doubt is noted in the log before what it stamps, as the gateway does.
    const { known } = createTime({
      clock,
      store,
      timeZone: 'UTC',
      timers,
      logger: quiet,
      isSatelliteTime: () => false,
    });
    const users = createUsers({ store, clock: known, inTurn: createTurns() });
    const told = <T>(result: Result<T>): T =>
      valueOf(result.ok ? result : { ...result, message: inOptions(result.message, wording) });
    await work({
      ...shownOf(state),
      change: async (userId, patch) =>
        told(await users.change(owner, userId, patchBy(patch, validateUserInput, userFixedFields))),
      issueKey: async (userId) => told(await users.issueKey(owner, userId)),
      advise({ id }) {
        const advice = adviceFor(id, state, known.now(), data);
        if (advice !== undefined) process.stderr.write(`waypost: ${advice}\n`);
      },
    });
  } finally {
    await store.close();
  }
}

function shownOf(state: ReadonlyState): Pick<Accounts, 'users' | 'groups'> {
  const users = [...state.users.values()].map((user) => viewUser(user, state.logins.get(user.id)));
  if (users.length === 0)
    throw new WaypostError('not_found', '--data: no users are in there: the first start makes one');
  return {
    users: () => Promise.resolve(users),
    groups: () => Promise.resolve([...state.groups.values()]),
  };
}
