import { storeStatus } from '../../support/store/store-status.js';
import { expect } from 'chai';
import { createAuthentication } from '../../../src/services/accounts/authentication.js';
import { userOf, usersWithKey } from '../../support/api/users.js';
import { createMemoryStore } from '../../support/store/memory-store.js';
import { createTestClock } from '../../support/time/clock.js';
import { createTestTime } from '../../support/time/test-time.js';

const HOUR_MS = 3_600_000;

describe('accounts while the clock is untrusted', () => {
  const clock = createTestClock();
  const at = (offsetMs: number): string => new Date(clock.now() + offsetMs).toISOString();

  /** The names of the users who may call, when trackers are `aheadMs` ahead of the last trusted time. */
  async function activeAt(aheadMs: number): Promise<string[]> {
    const memory = createMemoryStore(() => clock);
    const status = () => storeStatus();
    const time = createTestTime(clock, { accountNow: () => clock.now() + aheadMs });
    const { activeUser } = createAuthentication({ store: { ...memory, status }, time });
    const users = [
      userOf('for-ever'),
      userOf('for-an-hour', { expires: at(HOUR_MS) }),
      userOf('from-then', { from: at(HOUR_MS) }),
    ];
    await memory.append(await usersWithKey(...users));
    return users.filter(({ id, name }) => activeUser(id, `key-of-${name}`) !== undefined).map(({ name }) => name);
  }

  it('an account expires by the later time, and no account begins by it', async () => {
    expect(await activeAt(0)).to.deep.equal(['for-ever', 'for-an-hour']);
    expect(await activeAt(2 * HOUR_MS)).to.deep.equal(['for-ever']);
  });
});
