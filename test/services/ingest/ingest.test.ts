import { expect } from 'chai';
import type { Receipt } from '../../../src/domain/report.js';
import type { Alert } from '../../../src/schema/records/alert.js';
import type { Receive, Report } from '../../../src/domain/report.js';
import { createDevices } from '../../../src/services/devices/devices.js';
import { createIngest } from '../../../src/services/ingest/ingest.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock } from '../../support/time/clock.js';
import { useFolder } from '../../support/store/folder.js';
import { gateStore, type GatedStore } from '../../support/store/gated-store.js';
import { deviceOf, fixAt } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';
import { createTestTime } from '../../support/time/test-time.js';
import { createTestEdits } from '../../support/gateway/test-edits.js';

const source = { protocol: 'json', port: '/dev/ttyUSB0' };
const day = { from: Date.parse('2026-11-21T00:00:00Z'), to: Date.parse('2026-11-21T23:59:59Z'), limit: 1000 };
const sos = (second: number, own: Partial<Alert> = {}): Alert => ({
  dateTime: fixAt(second).dateTime,
  alerts: ['SOSButton'],
  ...own,
});
const report = (seconds: readonly number[], own: Partial<Report> = {}): Report => ({
  deviceId: 'bus',
  locations: seconds.map(fixAt),
  alerts: [],
  source,
  bound: false,
  ...own,
});
const stored = (accepted: number, duplicates = 0): Receipt => ({ ok: true, value: { accepted, duplicates } });

describe('createIngest', () => {
  const folder = useFolder();
  const clock = createTestClock();
  const time = createTestTime(clock);
  let store: Store;
  let gated: GatedStore;
  /** stores at once */
  let receive: Receive;
  /** stores when the test lets it */
  let receiveHeld: Receive;

  const createReceive = (to: Store): Receive =>
    createIngest({
      store: to,
      append: to.append,
      devices: createDevices({ store: to, time, licenses: () => 2, ...createTestEdits() }),
      time,
    });
  const storedFixes = async (deviceId = 'bus'): Promise<unknown> => {
    const page = await store.history.locations({ deviceId, ...day });
    return page.ok ? page.value.records : page;
  };
  const storedAlerts = async (): Promise<unknown> => {
    const page = await store.history.alerts({ deviceId: 'bus', ...day });
    if (!page.ok) return page;
    return page.value.records.map((alert) =>
      Object.fromEntries(Object.entries(alert).filter(([name]) => name !== 'id')),
    );
  };
  /** the current state of a receipt */
  function watch(receipt: Promise<Receipt>): () => string {
    let state = 'waiting';
    void receipt.then(({ ok }) => {
      state = ok ? 'acknowledged' : 'refused';
    });
    return () => state;
  }

  beforeEach(async () => {
    store = await openTestStore(folder());
    await store.append([{ kind: 'device', v: deviceOf('bus') }]);
    gated = gateStore(store);
    receive = createReceive(store);
    receiveHeld = createReceive(gated);
  });
  afterEach(() => store.close());

  it('a report is acknowledged once it is on stable storage, and not before', async () => {
    const receipt = receiveHeld(report([1, 2]));
    const state = watch(receipt);
    const held = await gated.next();
    expect(held.changes).to.have.lengthOf(2);
    expect(state()).to.equal('waiting');
    held.pass();
    expect(await receipt).to.deep.equal(stored(2));
    expect(await storedFixes()).to.deep.equal([fixAt(1), fixAt(2)]);
  });

  it('the second of two equal concurrent reports is acknowledged only with the first', async () => {
    const first = receiveHeld(report([1]));
    const second = receiveHeld(report([1]));
    const state = watch(second);
    const held = await gated.next();
    expect(state()).to.equal('waiting');
    held.pass();
    expect([await first, await second]).to.deep.equal([stored(1), stored(0, 1)]);
    expect(gated.waiting()).to.equal(0);
    expect(await storedFixes()).to.deep.equal([fixAt(1)]);
  });

  it('the second of two equal reports fails with the first, and a later one is stored', async () => {
    const both = [receiveHeld(report([1])), receiveHeld(report([1]))];
    (await gated.next()).fail();
    for (const receipt of both) expect(await receipt).to.include({ ok: false, code: 'store_unavailable' });
    expect(await storedFixes()).to.deep.equal([]);
    const third = receiveHeld(report([1]));
    (await gated.next()).pass();
    expect(await third).to.deep.equal(stored(1));
  });

  it('a report with a record that fails in an earlier report is not stored at all', async () => {
    const first = receiveHeld(report([1]));
    const second = receiveHeld(report([1, 2]));
    const third = receiveHeld(report([2, 3]));
    (await gated.next()).fail();
    for (const receipt of [first, second, third]) expect(await receipt).to.include({ ok: false });
    expect(gated.waiting()).to.equal(0);
    expect(await storedFixes()).to.deep.equal([]);
  });

  it('overlapping reports are stored completely, and each record once', async () => {
    const receipts = [receiveHeld(report([1, 2])), receiveHeld(report([2, 3])), receiveHeld(report([3, 1]))];
    (await gated.next()).pass();
    (await gated.next()).pass();
    expect(await Promise.all(receipts)).to.deep.equal([stored(2), stored(1, 1), stored(0, 2)]);
    expect(await storedFixes()).to.deep.equal([1, 2, 3].map(fixAt));
  });

  it('different records are stored concurrently', async () => {
    const receipts = [receiveHeld(report([1])), receiveHeld(report([2]))];
    const [first, second] = [await gated.next(), await gated.next()];
    second.pass();
    expect(await receipts[1]).to.deep.equal(stored(1));
    first.pass();
    expect(await receipts[0]).to.deep.equal(stored(1));
  });

  it('an internal error is passed on unchanged', async () => {
    const receipt = receiveHeld(report([1])).catch((error: unknown) => String(error));
    (await gated.next()).fail(new TypeError('a bug'));
    expect(await receipt).to.equal('TypeError: a bug');
  });

  it('unknown and expired devices are refused', async () => {
    await store.append([{ kind: 'device', v: deviceOf('old', '2026-11-21T08:00:00.000Z') }]);
    expect(await receive(report([1], { deviceId: 'none' }))).to.include({ ok: false, code: 'not_found' });
    for (const bound of [false, true]) {
      const receipt = await receive(report([1], { deviceId: 'old', bound }));
      expect(receipt).to.include({ ok: false, code: 'device_expired' });
    }
    expect(store.state.devices.has('none')).to.equal(false);
    expect([...(await Promise.all(['none', 'old'].map(storedFixes)))]).to.deep.equal([[], []]);
  });

  it('a bound device is registered with its first record, once, and uses a license', async () => {
    const bound = (seconds: readonly number[], deviceId: string): Promise<Receipt> =>
      receive(report(seconds, { deviceId, bound: true }));
    expect(store.state.devices.has('van')).to.equal(false);
    expect(await Promise.all([bound([1], 'van'), bound([2], 'van')])).to.deep.equal([stored(1), stored(1)]);
    expect(store.state.devices.get('van')).to.deep.equal(deviceOf('van'));
    expect(await bound([1], 'third')).to.include({ ok: false, code: 'no_license' });
    expect(store.state.devices.has('third')).to.equal(false);
  });

  it('the state has the source of the last contact of a device', async () => {
    await receive(report([1]));
    expect(store.state.lastSeen.get('bus')).to.deep.equal({ at: '2026-11-21T08:00:00.000Z', source });
  });

  it('an alert is stored once: equal names at an equal time are the same alert', async () => {
    const send = (...alerts: Alert[]): Promise<Receipt> => receive(report([], { alerts }));
    expect(await send(sos(1), sos(1))).to.deep.equal(stored(1, 1));
    expect(await send(sos(1, { text: 'again' }))).to.deep.equal(stored(0, 1));
    expect(await send(sos(2), sos(1, { alerts: ['BatteryLow'] }))).to.deep.equal(stored(2));
    expect(await storedAlerts()).to.have.lengthOf(3);
  });

  it('an alert and a location of the same instant are two records', async () => {
    expect(await receive(report([1], { alerts: [sos(1)] }))).to.deep.equal(stored(2));
  });

  it('an alert without a position gets that of the last location, if there is one', async () => {
    await receive(report([], { alerts: [sos(1)] }));
    await receive(report([10]));
    await receive(report([], { alerts: [sos(2), sos(3, { latitude: 1, longitude: 2 })] }));
    const { latitude, longitude } = fixAt(10);
    expect(await storedAlerts()).to.deep.equal([
      sos(1),
      sos(2, { latitude, longitude }),
      sos(3, { latitude: 1, longitude: 2 }),
    ]);
  });

  it('an alert without a position gets that of its own report before that of the last location', async () => {
    await receive(report([1]));
    await receive(report([7], { alerts: [sos(7)] }));
    const { latitude, longitude } = fixAt(7);
    expect(await storedAlerts()).to.deep.equal([{ ...sos(7), latitude, longitude }]);
  });

  it('an alert without a position gets that of a fix which is still being stored', async () => {
    await receive(report([1]));
    const receipts = [receiveHeld(report([9])), receiveHeld(report([], { alerts: [sos(9)] }))];
    for (let held = 0; held < 2; held += 1) (await gated.next()).pass();
    expect(await Promise.all(receipts)).to.deep.equal([stored(1), stored(1)]);
    const { latitude, longitude } = fixAt(9);
    expect(await storedAlerts()).to.deep.equal([sos(9, { latitude, longitude })]);
  });

  it('an alert keeps the place of its fix if storing the fix fails, and when it is tried again', async () => {
    const alert = report([], { alerts: [sos(9)] });
    const receipts = [receiveHeld(report([9])), receiveHeld(alert)];
    for (let held = 0; held < 2; held += 1) (await gated.next()).fail();
    expect((await Promise.all(receipts)).map(({ ok }) => ok)).to.deep.equal([false, false]);
    const next = [receiveHeld(report([30])), receiveHeld(alert)];
    for (let held = 0; held < 2; held += 1) (await gated.next()).pass();
    await Promise.all(next);
    const { latitude, longitude } = fixAt(9);
    expect(await storedAlerts()).to.deep.equal([sos(9, { latitude, longitude })]);
  });

  it('a fix of the future gives no place, also in the report of the alert', async () => {
    const now = (clock.now() - day.from) / 1000;
    await receive(report([now]));
    await Promise.all([receive(report([now + 5_000])), receive(report([], { alerts: [sos(now)] }))]);
    await receive(report([now + 6_000], { alerts: [sos(now + 1)] }));
    const { latitude, longitude } = fixAt(now);
    const places = [sos(now, { latitude, longitude }), sos(now + 1, { latitude, longitude })];
    expect(await storedAlerts()).to.deep.equal(places);
  });

  it('each alert of a report has the fix at its time', async () => {
    await receive(report([10, 20, 30], { alerts: [sos(5), sos(15), sos(30), sos(40)] }));
    const places = [10, 10, 30, 30].map((second) => fixAt(second).longitude);
    expect(((await storedAlerts()) as Alert[]).map(({ longitude }) => longitude)).to.deep.equal(places);
  });

  it('a fix from the future is stored and does not become the last location', async () => {
    const now = (clock.now() - day.from) / 1000;
    await receive(report([now, now + 601]));
    expect(store.state.lastLocations.get('bus')).to.deep.equal(fixAt(now));
    expect(await storedFixes()).to.deep.equal([fixAt(now), fixAt(now + 601)]);
  });
});
