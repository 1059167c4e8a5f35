import { expect } from 'chai';
import { QUARANTINE_LIMITS } from '../../../src/domain/devices/quarantine.js';
import type { Report } from '../../../src/domain/report.js';
import type { Store } from '../../../src/store/store.js';
import { useFolder } from '../../support/store/folder.js';
import { gateStore, type GatedStore } from '../../support/store/gated-store.js';
import { deviceOf, fixAt, locationOf } from '../../support/store/records.js';
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
const epoch = '9F3A01C2';
const numbered = (seq: number, own: Partial<Report> = {}): Report =>
  receivedFixes('trk', [seq], { sequence: { epoch, seq }, ...own });
const hello = (oldest = 1): Report => receivedFixes('trk', [], { resume: { epoch, oldest } });
const quarantinedUpTo = (accepted: number, duplicates: number, up: number): unknown => ({
  ok: true,
  value: { accepted, duplicates, stored: up, quarantined: true },
});

describe('reports from unknown devices', () => {
  const folder = useFolder();
  let store: Store;
  let gated: GatedStore;
  let world: UnknownWorld;

  const list = (): unknown[] => world.unknownDevices.list(admin);
  const historyOf = async (id: string): Promise<number[]> =>
    (await everyLocation(store, id)).map(
      ({ dateTime }) => (Date.parse(dateTime) - Date.parse(fixAt(0).dateTime)) / 1000,
    );
  /** As after a crash: only what is on the disk remains. */
  async function restart(): Promise<void> {
    await store.close();
    store = await openTestStore(folder());
    world = createUnknownWorld(store);
  }

  beforeEach(async () => {
    store = await openTestStore(folder());
    gated = gateStore(store);
    world = createUnknownWorld(store);
  });
  afterEach(() => store.close());

  it('records are quarantined once each, acknowledged once durable, and in no history', async () => {
    const held = createUnknownWorld(gated);
    const first = held.receive(receivedFixes('bus', [1, 2]));
    const write = await gated.next();
    const second = held.receive(receivedFixes('bus', [2, 3]));
    write.pass();
    expect(await first).to.deep.equal(quarantined(2));
    (await gated.next()).pass();
    expect(await second).to.deep.equal(quarantined(1, 1));
    expect(await world.receive(receivedFixes('bus', [1, 3, 4]))).to.deep.equal(quarantined(1, 2));
    expect(await historyOf('bus')).to.deep.equal([]);
    await restart();
    expect(await world.receive(receivedFixes('bus', [4]))).to.deep.equal(quarantined(0, 1));
    expect(list()).to.deep.equal([
      {
        id: 'bus',
        firstHeard: '2026-11-21T08:00:00.000Z',
        lastHeard: '2026-11-21T08:00:00.000Z',
        source: { protocol: 'json', port: '/dev/ttyUSB0' },
        records: 4,
        dropped: 0,
        lastLocation: fixAt(4),
      },
    ]);
  });

  it('all reports of a failed write fail, and the next write stores them', async () => {
    const held = createUnknownWorld(gated);
    const both = [held.receive(receivedFixes('bus', [1])), held.receive(receivedFixes('van', [1]))];
    (await gated.next()).fail();
    for (const receipt of both) expect(await receipt).to.include({ ok: false, code: 'store_unavailable' });
    expect(list()).to.deep.equal([]);
    const again = held.receive(receivedFixes('bus', [1]));
    (await gated.next()).pass();
    expect(await again).to.deep.equal(quarantined(1));
  });

  it('waiting reports are stored together, and none displaces another', async () => {
    const held = createUnknownWorld(gated);
    const receipts = Array.from({ length: 600 }, (_, n) => held.receive(receivedFixes(`ghost-${n}`, [n])));
    let writes = 0;
    const pass = async (): Promise<never> => {
      for (;;) {
        (await gated.next()).pass();
        writes += 1;
      }
    };
    void pass();
    for (const receipt of await Promise.all(receipts)) expect(receipt).to.deep.equal(quarantined(1));
    expect(store.state.quarantine.devices.size).to.equal(600);
    expect(writes).to.be.at.most(4);
  });

  it('the log records which ids were displaced from a full quarantine', async () => {
    const ids = Array.from({ length: QUARANTINE_LIMITS.devices + 3 }, (_, n) => `ghost-${n}`);
    await Promise.all(ids.map((id, n) => world.receive(receivedFixes(id, [n]))));
    expect(store.state.quarantine).to.include({ records: QUARANTINE_LIMITS.devices, dropped: 3 });
    for (const id of ids.slice(0, 3)) expect(store.state.quarantine.devices.has(id)).to.equal(false);
    await restart();
    expect(store.state.quarantine).to.include({ records: QUARANTINE_LIMITS.devices, dropped: 3 });
  });

  it('a report is refused if it did not come over a port, has no valid id, or the policy is drop', async () => {
    expect(await world.receive(receivedFixes('bus', [1], { source: { protocol: 'http' } }))).to.include({
      code: 'not_found',
    });
    for (const id of ['a b', '', 'x'.repeat(65), 'ü']) {
      expect(await world.receive(receivedFixes(id, [1]))).to.include({ code: 'not_found' });
    }
    const dropping = createUnknownWorld(store, { drops: true });
    expect(await dropping.receive(receivedFixes('bus', [1]))).to.include({ code: 'not_found' });
    await store.append([{ kind: 'device', v: deviceOf('old', '2026-01-01T00:00:00.000Z') }]);
    expect(await world.receive(receivedFixes('old', [1]))).to.include({ code: 'device_expired' });
    expect(list()).to.deep.equal([]);
  });

  it('a listener has a setting of its own, whatever that of the ports is', async () => {
    const from = (path: string): Partial<Report> => ({ source: { protocol: 'json', port: path } });
    const listeners = { 'tcp-listen://a:1': 'quarantine', 'tcp-listen://b:1': 'drop' } as const;
    world = createUnknownWorld(store, { autoRegister: true, listeners });
    expect(await world.receive(receivedFixes('bus', [1], from('tcp-listen://a:1')))).to.deep.equal(quarantined(1));
    expect(await world.receive(receivedFixes('van', [1], from('tcp-listen://b:1')))).to.include({ code: 'not_found' });
    expect(await world.receive(receivedFixes('cab', [1]))).to.deep.equal(stored(1));
    expect([...store.state.devices.keys()]).to.deep.equal(['cab']);
    expect([...store.state.quarantine.devices.keys()]).to.deep.equal(['bus']);
  });

  it('auto-registration creates a device; without a free license the records are quarantined, with one warning', async () => {
    world = createUnknownWorld(store, { licenses: 1, autoRegister: true });
    expect(await world.receive(receivedFixes('bus', [1]))).to.deep.equal(stored(1));
    expect(await world.receive(receivedFixes('van', [1]))).to.deep.equal(quarantined(1));
    expect(await world.receive(receivedFixes('cab', [1]))).to.deep.equal(quarantined(1));
    expect(world.log).to.have.lengthOf(1);
    expect(world.log[0]).to.contain('all 1 licenses are in use');
    await world.devices.remove(admin, 'bus');
    expect(await world.receive(receivedFixes('van', [2]))).to.deep.equal(stored(1));
    expect(await historyOf('van')).to.deep.equal([1, 2]);
    expect(await world.receive(receivedFixes('cab', [2]))).to.deep.equal(quarantined(1));
    expect(world.log).to.have.lengthOf(2);
  });

  it('records of a device bound to its port are quarantined while no license is free', async () => {
    world = createUnknownWorld(store, { licenses: 0 });
    expect(await world.receive(receivedFixes('bus', [1], { bound: true }))).to.deep.equal(quarantined(1));
    world = createUnknownWorld(store, { licenses: 1 });
    expect(await world.receive(receivedFixes('bus', [2], { bound: true }))).to.deep.equal(stored(1));
    expect(await historyOf('bus')).to.deep.equal([1, 2]);
  });

  it('sequence numbers continue over a restart, a registration and another restart', async () => {
    expect(await world.receive(hello())).to.deep.equal(quarantined(0));
    const all = await Promise.all([1, 2, 4, 2].map((seq) => world.receive(numbered(seq))));
    expect(all).to.deep.equal([
      quarantinedUpTo(1, 0, 2),
      quarantinedUpTo(1, 0, 2),
      quarantinedUpTo(0, 0, 2),
      quarantinedUpTo(0, 1, 2),
    ]);
    await restart();
    expect(await world.receive(hello())).to.deep.equal(quarantinedUpTo(0, 0, 2));
    expect(await world.receive(numbered(3))).to.deep.equal(quarantinedUpTo(1, 0, 3));
    expect(await world.devices.adopt(admin, 'trk', {})).to.deep.include({ ok: true });
    // The tracker need not send a hello again.
    expect(await world.receive(numbered(4))).to.deep.equal({
      ok: true,
      value: { accepted: 1, duplicates: 0, stored: 4 },
    });
    await restart();
    expect(await world.receive(hello(3))).to.deep.equal({ ok: true, value: { accepted: 0, duplicates: 0, stored: 4 } });
    expect(await historyOf('trk')).to.deep.equal([1, 2, 3, 4]);
  });

  it('the first of two records with one number is quarantined, with one alert for the conflict and one for the loss', async () => {
    await world.receive(hello(3));
    await world.receive(numbered(3));
    const other = numbered(3, { locations: [fixAt(77)] });
    await Promise.all([world.receive(other), world.receive(other), world.receive(numbered(3))]);
    await restart();
    await world.receive(hello(6));
    await world.devices.adopt(admin, 'trk', {});
    const alerts = await store.history.alerts({ deviceId: 'trk', ...always });
    expect(alerts.ok && alerts.value.records.map(({ alerts: names }) => names)).to.deep.equal([
      ['seqConflict'],
      ['seqLost'],
    ]);
    expect(await historyOf('trk')).to.deep.equal([3]);
  });

  it('trackers that only send a hello are remembered up to a bound', async () => {
    await world.receive(hello());
    for (let n = 0; n < 1_024; n += 1) {
      await world.receive(receivedFixes(`ghost-${n}`, [], { resume: { epoch, oldest: 1 } }));
    }
    expect(await world.receive(numbered(1))).to.include({ ok: false, code: 'conflict' });
    expect(store.state.quarantine.devices.size).to.equal(0);
    await world.receive(hello());
    expect(await world.receive(numbered(1))).to.deep.equal(quarantinedUpTo(1, 0, 1));
  });

  it('a removed device keeps its history, and an adoption imports only the records missing there', async () => {
    await store.append([{ kind: 'device', v: deviceOf('bus') }, locationOf('bus', fixAt(1))]);
    await world.devices.remove(admin, 'bus');
    expect(await world.receive(receivedFixes('bus', [1, 2]))).to.deep.equal(quarantined(2));
    const adopted = await world.devices.adopt(admin, 'bus', {});
    expect(adopted.ok && adopted.value).to.include({ accepted: 1, duplicates: 1 });
    expect(await historyOf('bus')).to.deep.equal([1, 2]);
  });
});
