import { expect } from 'chai';
import { jsonBytes } from '../../../src/domain/json.js';
import { WaypostError } from '../../../src/errors.js';
import type { Change } from '../../../src/schema/entry.js';
import type { Store } from '../../../src/store/store.js';
import { createLogBudgets, withLogBudgets } from '../../../src/services/system/log-budgets.js';
import { groupOf } from '../../support/api/examples.js';
import { userOf } from '../../support/api/users.js';
import { receiptOf } from '../../support/provisioning/provisioning.js';
import { diskFull } from '../../support/store/gated-store.js';
import { createMemoryStore } from '../../support/store/memory-store.js';
import { deviceOf } from '../../support/store/records.js';
import { createTestClock } from '../../support/time/clock.js';
import { createTestTime } from '../../support/time/test-time.js';

const HOUR = 3_600_000;
const ada = { user: 'ada' };
const admin = { user: 'admin' };
const large: Change = { kind: 'user', v: userOf('ada', { tags: { a: 'x'.repeat(60_000) } }) };

describe('withLogBudgets', () => {
  /** A budget of 1 MiB: half of it at once, of which a user gets a fifth. */
  function open() {
    const clock = createTestClock();
    const memory = createMemoryStore(() => clock);
    const refused: object[] = [];
    const start = () => {
      const budgets = createLogBudgets({
        store: memory,
        retention: { days: 400, bytes: 65_536, uplinkBytes: 0 },
        time: createTestTime(clock),
        refusals: { note: (kind, details) => refused.push({ kind, ...details }) },
      });
      return { budgets, store: withLogBudgets(memory as unknown as Store, budgets) };
    };
    return { ...start(), start, clock, memory, refused };
  }

  async function exhaust(store: Store): Promise<WaypostError> {
    for (;;) {
      const error = await store.append([large], ada).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error instanceof WaypostError) return error;
    }
  }

  it('a user beyond their budget is refused with the time to wait, and others are not', async () => {
    const { store, memory, refused } = open();
    const error = await exhaust(store);
    expect(error.code).to.equal('rate_limited');
    expect(error.retryAfter).to.be.greaterThan(60);
    expect(error.message).to.match(/^this user has used up its share .* try again in \d+ s; store\.retention\.bytes/);
    expect(memory.state.n).to.be.within(1, 3);
    expect(refused).to.deep.equal([{ kind: 'log_budget', owner: 'user ada' }]);
    await store.append([{ kind: 'device', v: deviceOf('bus') }], admin);
    await store.append([large]);
  });

  it('a user has one budget with and without an author, whose bytes count, and a command has none', async () => {
    const { store, budgets } = open();
    const author = { type: 'user', id: 'ada', name: 'ada', via: 'password', address: '10.0.0.1' } as const;
    await store.append([{ kind: 'group', v: groupOf('north') }], author);
    const counted: number[] = [];
    const spied = withLogBudgets(store, { ...budgets, take: (_by, changes) => void counted.push(jsonBytes(changes)) });
    await spied.append([{ kind: 'group', v: { ...groupOf('north'), name: 'North' } }], author);
    await spied.append([{ kind: 'group', v: { ...groupOf('north'), name: 'South' } }], ada);
    const bytesOfAuthor = jsonBytes({ by: author, was: { name: 'north' } });
    expect((counted[0] ?? 0) - (counted[1] ?? 0)).to.be.within(bytesOfAuthor - 2, bytesOfAuthor);
    await exhaust(store);
    const refused = await store.append([large], author).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'rate_limited' });
    // A sign-in is stored in any case.
    await store.append([{ kind: 'login', v: { userId: 'ada' } }], author);
    await store.append([large], { type: 'command', account: 'pi', command: 'check' });
  });

  it('records are never refused, and removing is always possible', async () => {
    const { store, memory } = open();
    await exhaust(store);
    const before = memory.state.n;
    const source = { protocol: 'http' };
    const alert = { dateTime: '2026-11-21T08:00:00.000Z', alerts: ['SOSButton'] };
    await store.append([{ kind: 'alert', v: { deviceId: 'bus', alert, source } }, large], ada);
    await store.append([{ kind: 'group-removed', v: { id: 'g' } }], ada);
    await store.append([{ kind: 'credential-removed', v: { userId: 'mallory' } }], ada);
    expect(memory.state.n).to.equal(before + 4);
  });

  it('a provisioning receipt is never refused, because its tracker has the settings already', async () => {
    const { store, memory } = open();
    await exhaust(store);
    const before = memory.state.n;
    await store.append([{ kind: 'provisioning-receipt', v: receiptOf() }], ada);
    expect(memory.state.n).to.equal(before + 1);
  });

  it('an append that failed costs nothing', async () => {
    const { store, memory, budgets } = open();
    memory.refuse(diskFull());
    for (let i = 0; i < 100; i++) {
      const error: unknown = await store.append([large], ada).catch((thrown: unknown) => thrown);
      expect(error).to.include({ code: 'store_unavailable' });
    }
    memory.refuse();
    await store.append([large], ada);
    expect(budgets.hasRoom(ada)).to.equal(true);
  });

  it('a budget that is used up stays so over a restart, and comes back with the time', async () => {
    const { store, budgets, start, clock, memory } = open();
    await exhaust(store);
    await budgets.flush();
    const stored = memory.state.n;
    await budgets.flush();
    expect(memory.state.n).to.equal(stored);
    expect(start().budgets.take(ada, [large])).to.include({ code: 'rate_limited' });
    clock.advance(200 * 24 * HOUR);
    expect(start().budgets.take(ada, [large])).to.equal(undefined);
  });
});
