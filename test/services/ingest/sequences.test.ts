import { expect } from 'chai';
import type { Receipt } from '../../../src/domain/report.js';
import type { Receive, Report } from '../../../src/domain/report.js';
import { createDevices } from '../../../src/services/devices/devices.js';
import { createIngest } from '../../../src/services/ingest/ingest.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock } from '../../support/time/clock.js';
import { useFolder } from '../../support/store/folder.js';
import { gateStore, type GatedStore } from '../../support/store/gated-store.js';
import { deviceOf, fixAt } from '../../support/store/records.js';
import { everyLocation, openTestStore } from '../../support/store/store.js';
import { createTestTime } from '../../support/time/test-time.js';
import { createTestEdits } from '../../support/gateway/test-edits.js';

const source = { protocol: 'wpt', port: '/dev/ttyUSB0' };
const epoch = '9F3A01C2';
const always = { from: 0, to: Date.parse('2100-01-01T00:00:00Z'), limit: 1000 };
const report = (own: Partial<Report>): Report => ({
  deviceId: 'bus',
  locations: [],
  alerts: [],
  source,
  bound: false,
  ...own,
});
const fix = (seq: number, own: Partial<Report> = {}): Report =>
  report({ locations: [fixAt(seq)], sequence: { epoch, seq }, ...own });
const telemetryReport = (seq: number, values: Record<string, string | number>): Report =>
  report({ telemetry: [{ dateTime: fixAt(seq).dateTime, values }], sequence: { epoch, seq } });
const hello = (oldest = 1, own: Partial<Report> = {}): Report => report({ resume: { epoch, oldest }, ...own });
const receipt = (accepted: number, duplicates: number, stored?: number): Receipt => ({
  ok: true,
  value: { accepted, duplicates, ...(stored !== undefined && { stored }) },
});
const accepted = (stored: number): Receipt => receipt(1, 0, stored);
const duplicate = (stored: number): Receipt => receipt(0, 1, stored);
const tooEarly = (stored: number): Receipt => receipt(0, 0, stored);

describe('createSequences', () => {
  const folder = useFolder();
  const clock = createTestClock();
  const time = createTestTime(clock);
  let store: Store;
  let gated: GatedStore;
  let receive: Receive;

  const createReceive = (to: Store): Receive =>
    createIngest({
      store: to,
      append: to.append,
      devices: createDevices({ store: to, time, licenses: () => 2, ...createTestEdits() }),
      time,
    });
  const all = (...reports: Report[]): Promise<Receipt[]> => Promise.all(reports.map(receive));
  const storedSeconds = async (): Promise<number[]> =>
    (await everyLocation(store, 'bus')).map(
      ({ dateTime }) => (Date.parse(dateTime) - Date.parse(fixAt(0).dateTime)) / 1000,
    );
  const alertNames = async (): Promise<unknown> => {
    const page = await store.history.alerts({ deviceId: 'bus', ...always });
    return page.ok ? page.value.records.map(({ alerts, text }) => [...alerts, text]) : page;
  };
  /** As after a crash: only what is on the disk remains. */
  async function restart(): Promise<void> {
    await store.close();
    store = await openTestStore(folder());
    receive = createReceive(store);
  }

  beforeEach(async () => {
    store = await openTestStore(folder());
    await store.append([{ kind: 'device', v: deviceOf('bus') }]);
    gated = gateStore(store);
    receive = createReceive(store);
  });
  afterEach(() => store.close());

  it('numbered records are stored in order, each once, and a record that comes too early is not stored', async () => {
    expect(await receive(hello())).to.deep.equal(receipt(0, 0));
    expect(await all(fix(1), fix(2), fix(4), fix(2))).to.deep.equal([
      accepted(2),
      accepted(2),
      tooEarly(2),
      duplicate(2),
    ]);
    expect(await all(fix(3), fix(4))).to.deep.equal([accepted(4), accepted(4)]);
    expect(await storedSeconds()).to.deep.equal([1, 2, 3, 4]);
  });

  it('after a restart, a sequence continues after its last stored record', async () => {
    await receive(hello());
    await all(fix(1), fix(2));
    await restart();
    expect(await receive(fix(3))).to.include({ ok: false, code: 'conflict' });
    expect(await receive(hello())).to.deep.equal(receipt(0, 0, 2));
    expect(await all(fix(2), fix(3))).to.deep.equal([duplicate(3), accepted(3)]);
    expect(await storedSeconds()).to.deep.equal([1, 2, 3]);
  });

  it('records wait together for the write before them, and fail together', async () => {
    receive = createReceive(gated);
    await receive(hello());
    const first = receive(fix(1));
    const held = await gated.next();
    const more = all(fix(2), fix(3));
    held.pass();
    expect(await first).to.deep.equal(accepted(1));
    const group = await gated.next();
    expect(group.changes).to.have.length(2);
    const late = receive(fix(4));
    group.fail();
    for (const refusal of await more) expect(refusal).to.include({ ok: false, code: 'store_unavailable' });
    expect(await late).to.deep.equal(tooEarly(1));
    const retried = receive(fix(2));
    (await gated.next()).pass();
    expect(await retried).to.deep.equal(accepted(2));
    expect(await storedSeconds()).to.deep.equal([1, 2]);
  });

  it('an unknown epoch starts at the oldest record of the tracker; in a known one, lost records raise an alert', async () => {
    await receive(hello(1043));
    expect(await all(fix(1043), fix(1044))).to.deep.equal([accepted(1044), accepted(1044)]);
    // What is lost is not acknowledged: the tracker may not be the one that has the records.
    expect(await receive(hello(1046))).to.deep.equal(receipt(0, 0, 1044));
    expect(await alertNames()).to.deep.equal([['seqLost', `records 1045 to 1045 of epoch ${epoch} never arrived`]]);
    await restart();
    expect(await receive(hello(1046))).to.deep.equal(receipt(0, 0, 1045));
    expect(await alertNames()).to.have.length(1);
  });

  it('a sequence continues on the port of the last hello, after the records in flight on the other port', async () => {
    receive = createReceive(gated);
    const other = { source: { ...source, port: '/dev/ttyUSB1' } };
    await receive(hello());
    const first = receive(fix(1));
    const held = await gated.next();
    const resumed = receive(hello(1, other));
    const second = receive(fix(2, other));
    held.pass();
    expect(await first).to.deep.equal(accepted(1));
    expect(await resumed).to.deep.equal(receipt(0, 0, 1));
    (await gated.next()).pass();
    expect(await second).to.deep.equal(accepted(2));
    expect(await receive(fix(3))).to.include({ ok: false, code: 'conflict' });
  });

  it('records of another epoch are different, and a previous epoch can continue', async () => {
    const second = { epoch: '00000002', oldest: 1 };
    await receive(hello());
    await receive(fix(1));
    await receive(report({ resume: second }));
    expect(await receive(fix(1, { sequence: { epoch: second.epoch, seq: 1 } }))).to.deep.equal(accepted(1));
    expect(await receive(hello())).to.deep.equal(receipt(0, 0, 1));
    expect(await receive(fix(1))).to.deep.equal(duplicate(1));
    expect(await storedSeconds()).to.deep.equal([1, 1]);
  });

  it('the first of two records with one number stays, and the conflict raises one alert', async () => {
    await receive(hello());
    await receive(fix(1));
    const other = fix(1, { locations: [fixAt(77)] });
    expect(await all(other, other)).to.deep.equal([duplicate(1), duplicate(1)]);
    expect(await receive(fix(1))).to.deep.equal(duplicate(1));
    expect(await storedSeconds()).to.deep.equal([1]);
    expect(await alertNames()).to.deep.equal([
      ['seqConflict', `two different records have number 1 of epoch ${epoch}`],
    ]);
  });

  it('numbered telemetry becomes attributes of the next location, also after a restart', async () => {
    await receive(hello());
    await all(telemetryReport(1, { fuel: 40, driver: 'A' }), telemetryReport(2, { fuel: 39 }));
    await restart();
    expect(await receive(hello())).to.deep.equal(receipt(0, 0, 2));
    await all(telemetryReport(3, { speed: 1, door: 'open' }), fix(4), fix(5));
    const [first, second] = await everyLocation(store, 'bus');
    expect(first).to.deep.equal({ ...fixAt(4), attributes: { driver: 'A', fuel: 39, door: 'open' } });
    expect(second).to.deep.equal(fixAt(5));
  });

  it('a resume of an unknown device is refused', async () => {
    expect(await receive(hello(1, { deviceId: 'none' }))).to.include({ ok: false, code: 'not_found' });
    expect(await receive(fix(1))).to.include({ ok: false, code: 'conflict' });
  });

  it('a sequence does not start while the alert about lost records cannot be stored', async () => {
    receive = createReceive(gated);
    await receive(hello());
    const first = receive(fix(1));
    (await gated.next()).pass();
    await first;
    const resumed = receive(hello(5));
    (await gated.next()).fail();
    expect(await resumed).to.include({ ok: false, code: 'store_unavailable' });
    expect(await receive(fix(5))).to.include({ ok: false, code: 'conflict' });
  });
});
