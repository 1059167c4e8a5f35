import { expect } from 'chai';
import fc from 'fast-check';
import type { Result } from '../../../src/errors.js';
import type { User, UserInput } from '../../../src/schema/accounts/user.js';
import { createUsers, type Users } from '../../../src/services/accounts/users.js';
import { createDevices, type Devices } from '../../../src/services/devices/devices.js';
import { parseState } from '../../../src/store/state/read-state.js';
import { stringifyState } from '../../support/store/stringify-state.js';
import { userInput } from '../../support/api/examples.js';
import { userOf } from '../../support/api/users.js';
import { createTestEdits } from '../../support/gateway/test-edits.js';
import { createMemoryStore, type MemoryStore } from '../../support/store/memory-store.js';
import { createTestClock } from '../../support/time/clock.js';
import { createTestTime } from '../../support/time/test-time.js';

const PRIVILEGES = ['users:write', 'devices:write'] as const;

type World = { readonly store: MemoryStore; readonly users: Users; readonly devices: Devices };

function createWorld(): World {
  const clock = createTestClock();
  const store = createMemoryStore(() => clock);
  const history = { seen: () => Promise.resolve([]) };
  const time = createTestTime(clock);
  const { edits, exclusive } = createTestEdits();
  const loginThrottle = { secondsToWait: () => 0, onFailure: () => undefined };
  const hashing = (_client: unknown, task: () => unknown) => task();
  return {
    store,
    users: createUsers({ store, time, edits, hashing: hashing as never, loginThrottle }),
    devices: createDevices({ store: { ...store, history } as never, time, licenses: () => 10_000, edits, exclusive }),
  };
}

const stored = ({ store }: World, id: string): User => {
  const user = store.state.users.get(id);
  if (user === undefined) throw new Error(`no user ${id}`);
  return user;
};

async function addRoot({ store }: World, name: string, adminDevices: number | null): Promise<User> {
  const user = userOf(name, { id: name, privileges: [...PRIVILEGES], adminDevices });
  await store.append([{ kind: 'user', v: user }]);
  return user;
}

const inputOf = (name: string, adminDevices: number | null): UserInput => ({
  ...(userInput(name) as UserInput),
  privileges: [...PRIVILEGES],
  adminDevices,
});

const make = (world: World, actor: User, name: string, quota: number | null) =>
  world.users.create(actor, inputOf(name, quota));
const setQuota = (world: World, actor: User, id: string, quota: number | null) =>
  world.users.change(actor, id, () => ({ ok: true, value: inputOf(stored(world, id).name, quota) }));
const register = (world: World, actor: User, id: string) => world.devices.create(actor, { id });

async function made(world: World, actor: User, name: string, quota: number): Promise<User> {
  const result = await make(world, actor, name, quota);
  if (!result.ok) throw new Error(result.message);
  return stored(world, result.value.id);
}

const messageOf = (result: Result<unknown>): string => (result.ok ? 'ok' : `${result.code} ${result.message}`);

describe('the quota of devices of a user', () => {
  let world: World;
  let clerk: User;

  beforeEach(async () => {
    world = createWorld();
    clerk = await addRoot(world, 'clerk', 3);
  });

  it('a quota given to others is taken from that of the giver', async () => {
    await made(world, clerk, 'first', 1);
    expect(await register(world, clerk, 'own')).to.include({ ok: true });
    expect(messageOf(await make(world, clerk, 'second', 2))).to.equal(
      'limit_reached /adminDevices: 1 is left of your quota of 3 registered devices (1 registered, 1 granted to other ' +
        'users): give at most 1, lower the quota of others, or ask a user without a quota',
    );
    await made(world, clerk, 'third', 1);
    expect(messageOf(await register(world, clerk, 'more'))).to.equal(
      'limit_reached quota of 3 registered devices (adminDevices) reached: you have 1, and 2 are granted to other users',
    );
  });

  it('a user who has granted everything still makes users who register nothing', async () => {
    await made(world, clerk, 'all', 3);
    expect(await make(world, clerk, 'none', 0)).to.include({ ok: true });
  });

  it('a user with a quota makes none without a quota, or with a larger one', async () => {
    for (const quota of [null, 4]) {
      expect(messageOf(await make(world, clerk, 'more', quota))).to.equal(
        'forbidden /adminDevices: give 0 to 3, your own quota, or ask a user without a quota',
      );
    }
  });

  it('a lower quota returns what its user has not registered', async () => {
    const first = await made(world, clerk, 'first', 3);
    expect(await register(world, first, 'a')).to.include({ ok: true });
    expect(await setQuota(world, clerk, first.id, 0)).to.include({ ok: true });
    expect(messageOf(await setQuota(world, clerk, first.id, 4))).to.match(/^forbidden/);
    expect(await make(world, clerk, 'second', 3)).to.include({ ok: false, code: 'limit_reached' });
    expect(await make(world, clerk, 'second', 2)).to.include({ ok: true });
    expect(await setQuota(world, clerk, first.id, 2)).to.include({ ok: false, code: 'limit_reached' });
    expect(await setQuota(world, clerk, first.id, 1)).to.include({ ok: true });
  });

  it('the devices of a removed user, and of users that they made, count for the giver', async () => {
    const first = await made(world, clerk, 'first', 3);
    const second = await made(world, first, 'second', 1);
    await register(world, first, 'a');
    await register(world, second, 'b');
    expect(await world.users.remove(clerk, first.id)).to.include({ ok: true });
    expect(await world.users.remove(clerk, second.id)).to.include({ ok: true });
    expect(world.store.state.quotaGrants.size).to.equal(0);
    expect(await register(world, clerk, 'c')).to.include({ ok: true });
    expect(await register(world, clerk, 'd')).to.include({ ok: false, code: 'limit_reached' });
    expect(await world.devices.remove(clerk, 'b')).to.include({ ok: true });
    expect(await register(world, clerk, 'd')).to.include({ ok: true });
  });

  it('only the giver and users without a quota raise a quota, and the latter out of no quota', async () => {
    const boss = await addRoot(world, 'boss', null);
    const other = await addRoot(world, 'other', 3);
    const first = await made(world, clerk, 'first', 1);
    expect(messageOf(await setQuota(world, other, first.id, 2))).to.equal(
      'forbidden /adminDevices: only the user who granted this quota, or a user without a quota, can raise it',
    );
    expect(await setQuota(world, clerk, first.id, 2)).to.include({ ok: true });
    expect(await register(world, clerk, 'a')).to.include({ ok: true });
    expect(await register(world, clerk, 'b')).to.include({ ok: false, code: 'limit_reached' });
    expect(await setQuota(world, boss, first.id, 10)).to.include({ ok: true });
    expect(await register(world, clerk, 'b')).to.include({ ok: true });
  });

  it('who granted a quota is in the snapshot, and an older snapshot has none', async () => {
    const first = await made(world, clerk, 'first', 1);
    const text = stringifyState(world.store.state);
    expect([...parseState(text).quotaGrants]).to.deep.equal([[first.id, 'clerk']]);
    const older = { ...(JSON.parse(text) as object), quotaGrants: undefined };
    expect(parseState(JSON.stringify(older)).quotaGrants.size).to.equal(0);
  });

  it('grants in a circle, as only a tampered log has them, are counted', async () => {
    const other = await addRoot(world, 'other', 3);
    await world.store.append([
      { kind: 'quota-granted', v: { userId: other.id, by: clerk.id } },
      { kind: 'quota-granted', v: { userId: clerk.id, by: other.id } },
    ]);
    expect(await register(world, clerk, 'a')).to.include({ ok: false, code: 'limit_reached' });
    expect(await world.users.remove(clerk, other.id)).to.include({ ok: true });
    expect(await register(world, clerk, 'a')).to.include({ ok: true });
  });

  it('no calls of users with a quota, and of users that they make, register more devices than their quotas', async () => {
    const quota = fc.option(fc.nat(4), { freq: 9 });
    const step = fc.record({
      call: fc.constantFrom('make', 'make', 'quota', 'remove', 'register', 'register', 'register', 'unregister'),
      actor: fc.nat(9),
      target: fc.nat(9),
      quota,
    });
    let reached = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const tried = createWorld();
        const { state } = tried.store;
        await addRoot(tried, 'clerk', 3);
        await addRoot(tried, 'other', 2);
        for (const [index, one] of steps.entries()) {
          const users = [...state.users.values()];
          const [actor, target] = [users[one.actor % users.length], users[one.target % users.length]];
          if (actor === undefined || target === undefined) break;
          if (one.call === 'make') await make(tried, actor, `u${index}`, one.quota);
          else if (one.call === 'quota') await setQuota(tried, actor, target.id, one.quota);
          else if (one.call === 'remove') await tried.users.remove(actor, target.id);
          else if (one.call === 'register') await register(tried, actor, `d${index}`);
          else await tried.devices.remove(actor, [...state.devices.keys()][one.target] ?? '');
          expect(state.devices.size, `devices after step ${index}`).to.be.at.most(5);
          reached = Math.max(reached, state.devices.size);
        }
      }),
      { numRuns: 300 },
    );
    expect(reached, 'most devices of any sequence').to.equal(5);
  });
});
