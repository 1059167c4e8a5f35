import { expect } from 'chai';
import { collectionErrors } from '../../src/domain/messages.js';
import { failure, success, valueOf } from '../../src/errors.js';
import type { GroupInput } from '../../src/schema/devices/group.js';
import { BOUNDS } from '../../src/domain/bounds.js';
import { createCollection, isTaken } from '../../src/services/collection.js';
import { replaceWith } from '../../src/services/edit.js';
import { createTestClock } from '../support/time/clock.js';
import { createMemoryStore } from '../support/store/memory-store.js';
import { createTestTime } from '../support/time/test-time.js';
import { userOf } from '../support/api/users.js';
import { createTestEdits } from '../support/gateway/test-edits.js';

const writer = userOf('writer');
const reader = userOf('reader');
const stranger = userOf('stranger');

describe('createCollection', () => {
  const clock = createTestClock();

  function createGroups() {
    const store = createMemoryStore(() => clock);
    const groups = createCollection<'group', GroupInput>({
      kind: 'group',
      errors: collectionErrors.groups,
      entities: store.state.groups,
      store,
      time: createTestTime(clock),
      ...createTestEdits(),
      canSee: (user) => user !== stranger,
      refuseChange: (user) => (user === writer ? undefined : failure('forbidden', 'requires privilege groups:write')),
      read: ({ name, description = '', devices = [] }) =>
        name === 'bad' ? failure('validation_failed', '/name') : success({ name, description, devices }),
      onRemove: (id) => (store.state.groups.get(id)?.name === 'used' ? failure('conflict', 'in use') : success([])),
    });
    return { store, groups };
  }

  it('a long list is compared by a set, and other work is done between its parts', async () => {
    const { store, groups } = createGroups();
    await store.append([{ kind: 'group', v: valueOf(await groups.create(writer, { name: 'Old' })) }]);
    let listings = 0;
    const values = store.state.groups.values.bind(store.state.groups);
    store.state.groups.values = () => {
      listings += 1;
      return values();
    };
    let turns = 0;
    const tick = (): void => {
      turns += 1;
      next = setImmediate(tick);
    };
    let next = setImmediate(tick);
    const inputs = Array.from({ length: 999 }, (_, n) => ({ name: `group ${n}` }));
    const created = await groups.createAll(writer, inputs);
    clearImmediate(next);
    expect(valueOf(created)).to.have.lengthOf(999);
    expect(listings).to.be.at.most(5);
    expect(turns).to.be.at.least(30);
  });

  it('a list beyond the bound is refused before its items are read', async () => {
    const { groups } = createGroups();
    const inputs = Array.from({ length: BOUNDS.groups.max + 1 }, () => ({ name: 'bad' }));
    expect(await groups.createAll(writer, inputs)).to.deep.include({
      code: 'conflict',
      message: '1001 groups are more than the 1000 for which there is room (limit of 1000): remove some first',
    });
  });

  it('an entity gets an id and its times, and a change keeps the id and the creation', async () => {
    const { groups } = createGroups();
    const created = valueOf(await groups.create(writer, { name: 'North' }));
    expect(created).to.deep.include({ name: 'North', description: '', devices: [] });
    expect(created.creation).to.equal('2026-11-21T08:00:00.000Z').and.to.equal(created.lastModified);
    clock.advance(1_000);
    const changed = valueOf(await groups.change(writer, created.id, replaceWith({ name: 'South' })));
    expect(changed).to.deep.equal({ ...created, name: 'South', lastModified: '2026-11-21T08:00:01.000Z' });
    expect(groups.get(reader, created.id)).to.deep.equal(success(changed));
  });

  it('the list is sorted by name and has only visible entities', async () => {
    const { groups } = createGroups();
    for (const name of ['b', 'c', 'a']) await groups.create(writer, { name });
    expect(groups.list(reader).map(({ name }) => name)).to.deep.equal(['a', 'b', 'c']);
    expect(groups.list(stranger)).to.deep.equal([]);
  });

  it('an entity that the user may not see is not found, and one that they may not change is forbidden', async () => {
    const { groups, store } = createGroups();
    const { id } = valueOf(await groups.create(writer, { name: 'North' }));
    const input = { name: 'South' };
    for (const [user, code] of [
      [stranger, 'not_found'],
      [reader, 'forbidden'],
    ] as const) {
      expect(await groups.change(user, id, replaceWith(input))).to.include({ ok: false, code });
      expect(await groups.remove(user, id)).to.include({ ok: false, code });
    }
    expect(await groups.create(reader, input)).to.include({ ok: false, code: 'forbidden' });
    expect(groups.get(writer, 'none')).to.deep.equal(collectionErrors.groups.notFound({ id: 'none' }));
    expect(store.state.groups.get(id)?.name).to.equal('North');
  });

  it('a name is unique ignoring case, and an entity may keep its own', async () => {
    const { groups } = createGroups();
    const { id } = valueOf(await groups.create(writer, { name: 'North' }));
    const taken = collectionErrors.groups.nameTaken({ name: 'NORTH' }, '/name');
    expect(await groups.create(writer, { name: 'NORTH' })).to.deep.equal(taken);
    expect(await groups.change(writer, id, replaceWith({ name: 'NORTH' }))).to.include({ ok: true });
  });

  it('the limit refuses another entity, and allows a change of an existing one', async () => {
    const { groups, store } = createGroups();
    const created = valueOf(await groups.create(writer, { name: 'North' }));
    const { id } = created;
    const { max } = BOUNDS.groups;
    for (let i = 1; i < max; i++) store.state.groups.set(`g${i}`, { ...created, id: `g${i}`, name: `Depot ${i}` });
    const message = `limit of ${max} groups reached (${max} in use): remove one first`;
    expect(await groups.create(writer, { name: 'South' })).to.deep.equal(failure('conflict', message));
    expect(await groups.change(writer, id, replaceWith({ name: 'South' }))).to.include({ ok: true });
  });

  it('an invalid input or a refused removal changes nothing', async () => {
    const { groups } = createGroups();
    const { id } = valueOf(await groups.create(writer, { name: 'used' }));
    expect(await groups.create(writer, { name: 'bad' })).to.include({ ok: false, code: 'validation_failed' });
    expect(await groups.change(writer, id, () => failure('validation_failed', 'x'))).to.include({ ok: false });
    expect(await groups.remove(writer, id)).to.deep.equal(failure('conflict', 'in use'));
    expect(groups.list(writer).map(({ name }) => name)).to.deep.equal(['used']);
  });

  it('concurrent creations with one name give one entity', async () => {
    const { groups } = createGroups();
    const results = await Promise.all(['North', 'north'].map((name) => groups.create(writer, { name })));
    expect(results.map(({ ok }) => ok)).to.deep.equal([true, false]);
  });
});

describe('isTaken', () => {
  it('the comparison of names ignores case, width and the form of accents', () => {
    const others = [{ name: 'Zoë', email: 'zoe@example.org' }];
    const isUsed = (text: string): boolean => isTaken(text, others, ({ name, email }) => [name, email]);
    expect(['ZOË', 'zoe\u0308', 'ZOE@example.org'].map(isUsed)).to.deep.equal([true, true, true]);
    expect(['zoe', ''].map(isUsed)).to.deep.equal([false, false]);
  });
});
