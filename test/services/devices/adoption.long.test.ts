import { expect } from 'chai';
import fc from 'fast-check';
import type { Change } from '../../../src/schema/entry.js';
import type { Store } from '../../../src/store/store.js';
import { groupOf } from '../../support/api/examples.js';
import { useFolder } from '../../support/store/folder.js';
import { gateStore, type GatedStore } from '../../support/store/gated-store.js';
import { fixAt } from '../../support/store/records.js';
import { everyLocation, openTestStore } from '../../support/store/store.js';
import {
  always,
  createUnknownWorld,
  receivedFixes,
  quarantined,
  stored,
  type UnknownWorld,
} from '../../support/gateway/unknown.js';
import { userOf } from '../../support/api/users.js';

const admin = userOf('admin', { privileges: ['admin'] });
const kinds = (changes: readonly Change[]): string[] => changes.map(({ kind }) => kind);

describe('adopting an unknown device', () => {
  const folder = useFolder();
  let store: Store;
  let gated: GatedStore;
  let world: UnknownWorld;
  /** the same on a store whose writes wait for the test */
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

  it('an adoption is one append: device, records and removal from the quarantine', async () => {
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

  it('a failed append changes nothing', async () => {
    await world.receive(receivedFixes('bus', [1]));
    const adopting = held.devices.adopt(admin, 'bus', {}).catch((error: unknown) => error);
    (await gated.next()).fail();
    expect(await adopting).to.include({ code: 'store_unavailable' });
    expect(store.state.devices.size).to.equal(0);
    expect(store.state.quarantine).to.include({ records: 1 });
    expect(await historyOf('bus')).to.deep.equal([]);
  });

  it('one of two concurrent adoptions succeeds, and the other gets not_found', async () => {
    await world.receive(receivedFixes('bus', [1]));
    const both = await Promise.all([world.devices.adopt(admin, 'bus', {}), world.devices.adopt(admin, 'bus', {})]);
    expect(both[0]).to.include({ ok: true });
    expect(both[1]).to.include({ ok: false, code: 'not_found' });
    expect(await world.unknownDevices.discard(admin, 'bus')).to.include({ ok: false, code: 'not_found' });
    expect(await historyOf('bus')).to.deep.equal([1]);
  });

  it('a report that arrives during the adoption is not lost', async () => {
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

  it('the adoption waits for a report on its way to the quarantine, and imports it', async () => {
    const before = held.receive(receivedFixes('bus', [1]));
    const write = await gated.next();
    const adopting = held.devices.adopt(admin, 'bus', {});
    write.pass();
    (await gated.next()).pass();
    expect(await before).to.deep.equal(quarantined(1));
    expect(await adopting).to.include({ ok: true });
    expect(await historyOf('bus')).to.deep.equal([1]);
  });

  it('an adoption needs a license, a free id and the privileges, like a registration', async () => {
    await Promise.all(['a', 'b', 'c'].map((id) => world.receive(receivedFixes(id, [1]))));
    const adopt = (user = admin, id = 'a', input = {}): Promise<unknown> => world.devices.adopt(user, id, input);
    expect(await adopt(userOf('restricted', { privileges: ['admin'], group: 'north' }))).to.include({
      code: 'not_found',
    });
    expect(await adopt(userOf('none', { privileges: ['admin'], adminDevices: 0 }))).to.include({
      code: 'limit_reached',
    });
    expect(await adopt(admin, 'unknown')).to.include({ code: 'not_found' });
    expect(await adopt(admin, 'a', { id: 'b' })).to.include({ code: 'validation_failed' });
    expect(await adopt()).to.include({ ok: true });
    expect(await adopt(admin, 'b')).to.include({ ok: true });
    expect(await adopt(admin, 'c')).to.include({ code: 'no_license' });
    expect(store.state.quarantine.devices.has('c')).to.equal(true);
  });

  it('the adopted device joins an existing group if the user may change groups', async () => {
    await store.append([{ kind: 'group', v: groupOf('north') }]);
    await world.receive(receivedFixes('a', [1]));
    const adopt = (group: string, user = admin): Promise<unknown> => world.devices.adopt(user, 'a', { group });
    expect(await adopt('south')).to.include({ code: 'validation_failed' });
    expect(await adopt('north', userOf('writer', { privileges: ['devices:write'] }))).to.include({ code: 'forbidden' });
    expect(await adopt('north')).to.include({ ok: true });
    expect(store.state.groups.get('north')?.devices).to.deep.equal(['a']);
  });

  it('registering a quarantined id also imports its records, by API or by a port binding', async () => {
    await Promise.all(['a', 'b'].map((id) => world.receive(receivedFixes(id, [1]))));
    await world.devices.create(admin, { id: 'a' });
    expect(await world.receive(receivedFixes('b', [2], { bound: true }))).to.deep.equal(stored(1));
    expect(await historyOf('a')).to.deep.equal([1]);
    expect(await historyOf('b')).to.deep.equal([1, 2]);
    expect(store.state.quarantine.devices.size).to.equal(0);
  });

  it('imported alerts have the position of their time, telemetry joins the next location, and future fixes stay marked', async () => {
    const epoch = '9F3A01C2';
    const telemetry = { dateTime: fixAt(2).dateTime, values: { fuel: 40 } };
    const alert = { dateTime: fixAt(2).dateTime, alerts: ['SOSButton'] };
    const ahead = (world.clock.now() - Date.parse(fixAt(0).dateTime)) / 1000 + 3_600;
    await world.receive(receivedFixes('a', [], { resume: { epoch, oldest: 1 } }));
    for (const [index, own] of [
      { locations: [fixAt(1)] },
      { telemetry: [telemetry] },
      { alerts: [alert] },
      { locations: [fixAt(3)] },
      { locations: [fixAt(ahead)] },
    ].entries()) {
      await world.receive(receivedFixes('a', [], { ...own, sequence: { epoch, seq: index + 1 } }));
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

  it('the history has every record once, in any order of reports, adoptions and removals', async () => {
    const ids = ['a', '7'];
    const step = fc.record({
      action: fc.constantFrom('receive', 'receive', 'receive', 'adopt', 'create', 'remove'),
      id: fc.constantFrom(...ids),
      seconds: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
      waits: fc.boolean(),
    });
    let run = 0;
    const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      run += 1;
      const named = (id: string): string => `${id}.${run}`;
      const receivedOf = new Map(ids.map((id) => [id, new Set<number>()]));
      const pending: Promise<unknown>[] = [];
      for (const { action, id, seconds, waits } of steps) {
        if (action === 'receive') {
          for (const second of seconds) receivedOf.get(id)?.add(second);
          pending.push(world.receive(receivedFixes(named(id), seconds)));
        } else if (action === 'adopt') pending.push(world.devices.adopt(admin, named(id), {}));
        else if (action === 'create') pending.push(world.devices.create(admin, { id: named(id) }));
        else pending.push(world.devices.remove(admin, named(id)));
        if (waits) await Promise.all(pending);
      }
      await Promise.all(pending);
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
