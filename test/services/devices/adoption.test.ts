import { expect } from 'chai';
import fc from 'fast-check';
import type { Change } from '../../../src/schema/entry.js';
import type { Store } from '../../../src/store/store.js';
import { groupOf } from '../../support/examples.js';
import { useFolder } from '../../support/folder.js';
import { gateStore, type GatedStore } from '../../support/gated-store.js';
import { fixAt } from '../../support/records.js';
import { everyLocation, openTestStore } from '../../support/store.js';
import { always, createUnknownWorld, receivedFixes, kept, stored, type UnknownWorld } from '../../support/unknown.js';
import { userOf } from '../../support/users.js';

const admin = userOf('admin', { privileges: ['admin'] });
const kinds = (changes: readonly Change[]): string[] => changes.map(({ kind }) => kind);

describe('adopting a device that was heard', () => {
  const folder = useFolder();
  let store: Store;
  let gated: GatedStore;
  let world: UnknownWorld;
  /** the same to a disk that waits for the test */
  let held: UnknownWorld;

  const historyOf = async (id: string): Promise<number[]> =>
    (await everyLocation(store, id)).map(
      ({ dateTime }) => (Date.parse(dateTime) - Date.parse(fixAt(0).dateTime)) / 1000,
    );

  beforeEach(async () => {
    store = await openTestStore(folder());
    gated = gateStore(store);
    world = createUnknownWorld(store);
    held = createUnknownWorld(gated);
  });
  afterEach(() => store.close());

  it('is one append: device, records and the end of the quarantine', async () => {
    await world.receive(receivedFixes('bus', [1, 2]));
    const adopting = held.devices.adopt(admin, 'bus', { name: 'Bus 7' });
    const write = await gated.next();
    expect(kinds(write.changes)).to.deep.equal(['device', 'location', 'location', 'quarantine-removed']);
    expect(store.state.devices.has('bus')).to.equal(false);
    write.pass();
    const adopted = await adopting;
    expect(adopted.ok && adopted.value).to.deep.include({ accepted: 2, duplicates: 0 });
    expect(adopted.ok && adopted.value.device).to.include({ name: 'Bus 7', lastSeen: '2026-11-21T08:00:00.000Z' });
    expect(store.state.devices.get('bus')?.registeredBy).to.equal(admin.id);
    expect(store.state.lastLocations.get('bus')).to.deep.equal(fixAt(2));
    expect(store.state.quarantine).to.include({ records: 0, chars: 0, dropped: 0 });
    expect(await world.receive(receivedFixes('bus', [2, 3]))).to.deep.equal(stored(1, 1));
  });

  it('changes nothing when that append fails', async () => {
    await world.receive(receivedFixes('bus', [1]));
    const adopting = held.devices.adopt(admin, 'bus', {}).catch((error: unknown) => error);
    (await gated.next()).fail();
    expect(await adopting).to.include({ code: 'store_unavailable' });
    expect(store.state.devices.size).to.equal(0);
    expect(store.state.quarantine).to.include({ records: 1 });
    expect(await historyOf('bus')).to.deep.equal([]);
  });

  it('is won by one of two, and the other finds nothing', async () => {
    await world.receive(receivedFixes('bus', [1]));
    const both = await Promise.all([world.devices.adopt(admin, 'bus', {}), world.devices.adopt(admin, 'bus', {})]);
    expect(both[0]).to.include({ ok: true });
    expect(both[1]).to.include({ ok: false, code: 'not_found' });
    expect(await world.unknownDevices.discard(admin, 'bus')).to.include({ ok: false, code: 'not_found' });
    expect(await historyOf('bus')).to.deep.equal([1]);
  });

  it('loses nothing of what comes meanwhile', async () => {
    await world.receive(receivedFixes('bus', [1]));
    const adopting = held.devices.adopt(admin, 'bus', {});
    const write = await gated.next();
    const meanwhile = [held.receive(receivedFixes('bus', [2])), held.receive(receivedFixes('bus', [1]))];
    write.pass();
    expect(await adopting).to.include({ ok: true });
    (await gated.next()).pass();
    expect(await Promise.all(meanwhile)).to.deep.equal([stored(1), stored(0, 1)]);
    expect(await historyOf('bus')).to.deep.equal([1, 2]);
    expect(store.state.quarantine.records).to.equal(0);
  });

  it('waits for what is on its way to the quarantine, and brings it in', async () => {
    const before = held.receive(receivedFixes('bus', [1]));
    const write = await gated.next();
    const adopting = held.devices.adopt(admin, 'bus', {});
    write.pass();
    (await gated.next()).pass();
    expect(await before).to.deep.equal(kept(1));
    expect(await adopting).to.include({ ok: true });
    expect(await historyOf('bus')).to.deep.equal([1]);
  });

  it('takes a licence, a free id and the right to it, as registering does', async () => {
    await Promise.all(['a', 'b', 'c'].map((id) => world.receive(receivedFixes(id, [1]))));
    const asked = (user = admin, id = 'a', input = {}): Promise<unknown> => world.devices.adopt(user, id, input);
    expect(await asked(userOf('bound', { privileges: ['admin'], group: 'north' }))).to.include({ code: 'not_found' });
    expect(await asked(userOf('none', { privileges: ['admin'], adminDevices: 0 }))).to.include({
      code: 'limit_reached',
    });
    expect(await asked(admin, 'nobody')).to.include({ code: 'not_found' });
    expect(await asked(admin, 'a', { id: 'b' })).to.include({ code: 'validation_failed' });
    expect(await asked()).to.include({ ok: true });
    expect(await asked(admin, 'b')).to.include({ ok: true });
    expect(await asked(admin, 'c')).to.include({ code: 'no_license' });
    expect(store.state.quarantine.devices.has('c')).to.equal(true);
  });

  it('brings it into a group that is there, by who may change groups', async () => {
    await store.append([{ kind: 'group', v: groupOf('north') }]);
    await world.receive(receivedFixes('a', [1]));
    const asked = (group: string, user = admin): Promise<unknown> => world.devices.adopt(user, 'a', { group });
    expect(await asked('south')).to.include({ code: 'validation_failed' });
    expect(await asked('north', userOf('writer', { privileges: ['devices:write'] }))).to.include({ code: 'forbidden' });
    expect(await asked('north')).to.include({ ok: true });
    expect(store.state.groups.get('north')?.devices).to.deep.equal(['a']);
  });

  it('is what registering an id that was heard does too, by hand or by its port', async () => {
    await Promise.all(['a', 'b'].map((id) => world.receive(receivedFixes(id, [1]))));
    await world.devices.create(admin, { id: 'a' });
    expect(await world.receive(receivedFixes('b', [2], { bound: true }))).to.deep.equal(stored(1));
    expect(await historyOf('a')).to.deep.equal([1]);
    expect(await historyOf('b')).to.deep.equal([1, 2]);
    expect(store.state.quarantine.devices.size).to.equal(0);
  });

  it('brings in alerts with the place of their time, telemetry with the next location, and the future as such', async () => {
    const epoch = '9F3A01C2';
    const telemetry = { dateTime: fixAt(2).dateTime, values: { fuel: 40 } };
    const alert = { dateTime: fixAt(2).dateTime, alerts: ['SOSButton'] };
    const ahead = (world.clock.now() - Date.parse(fixAt(0).dateTime)) / 1000 + 3_600;
    await world.receive(receivedFixes('a', [], { resume: { epoch, oldest: 1 } }));
    for (const [place, own] of [
      { locations: [fixAt(1)] },
      { telemetry: [telemetry] },
      { alerts: [alert] },
      { locations: [fixAt(3)] },
      { locations: [fixAt(ahead)] },
    ].entries()) {
      await world.receive(receivedFixes('a', [], { ...own, sequence: { epoch, seq: place + 1 } }));
    }
    const adopted = await world.devices.adopt(admin, 'a', {});
    expect(adopted.ok && adopted.value).to.include({ accepted: 5, duplicates: 0 });
    const [, third] = await everyLocation(store, 'a');
    expect(third).to.deep.equal({ ...fixAt(3), attributes: { fuel: 40 } });
    expect(store.state.lastLocations.get('a')).to.deep.equal(third);
    const alerts = await store.history.alerts({ deviceId: 'a', ...always });
    const { latitude, longitude } = fixAt(1);
    expect(alerts.ok && alerts.value.records[0]).to.deep.include({ ...alert, latitude, longitude });
  });

  it('whatever the order of reports, adoptions and removals, makes a history of all that was heard, each once', async () => {
    const ids = ['a', '7'];
    const step = fc.record({
      what: fc.constantFrom('hear', 'hear', 'hear', 'adopt', 'create', 'remove'),
      id: fc.constantFrom(...ids),
      seconds: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
      waits: fc.boolean(),
    });
    let run = 0;
    const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      run += 1;
      const named = (id: string): string => `${id}.${run}`;
      const receivedOf = new Map(ids.map((id) => [id, new Set<number>()]));
      const under: Promise<unknown>[] = [];
      for (const { what, id, seconds, waits } of steps) {
        if (what === 'hear') {
          for (const second of seconds) receivedOf.get(id)?.add(second);
          under.push(world.receive(receivedFixes(named(id), seconds)));
        } else if (what === 'adopt') under.push(world.devices.adopt(admin, named(id), {}));
        else if (what === 'create') under.push(world.devices.create(admin, { id: named(id) }));
        else under.push(world.devices.remove(admin, named(id)));
        if (waits) await Promise.all(under);
      }
      await Promise.all(under);
      for (const id of ids) {
        await world.devices.create(admin, { id: named(id) });
        expect(await historyOf(named(id))).to.deep.equal([...(receivedOf.get(id) ?? [])].sort((a, b) => a - b));
        await world.devices.remove(admin, named(id));
      }
      expect(store.state.quarantine).to.include({ records: 0, chars: 0, dropped: 0 });
    });
    await fc.assert(property, { numRuns: 60 });
  });
});
