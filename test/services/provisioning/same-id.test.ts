import { expect } from 'chai';
import type { Store } from '../../../src/store/store.js';
import { createTestClock } from '../../support/time/clock.js';
import { useFolder } from '../../support/store/folder.js';
import { openTestStore } from '../../support/store/store.js';
import { templateOf } from '../../support/provisioning/provisioning.js';
import { createTestBench, type TestBench } from '../../support/provisioning/test-bench.js';

const A = '/dev/ttyUSB0';
const B = '/dev/ttyUSB1';
const IMEI = '860000000000017';
const OTHER = '860000000000025';
const CONFLICT = `${IMEI} is on ${A} and on ${B}: two trackers cannot have the same id, so unplug one of them`;
const vans = templateOf({ settings: { name: 'VAN{n}', sendInterval: 90 }, deviceName: 'Van {n}' });

describe('two trackers with one id in a provisioning session', () => {
  const folder = useFolder();
  let store: Store;
  let bench: TestBench;

  beforeEach(async () => {
    const clock = createTestClock();
    store = await openTestStore(folder(), { clock });
    bench = createTestBench({ store, clock });
  });
  afterEach(async () => {
    await bench.provisionings.stop();
    await store.close();
  });

  const resultsOf = (id: string) =>
    bench.look(id).results.map(({ port, outcome, message }) => ({ port, outcome, message }));
  const untilResults = (id: string, count: number): Promise<unknown> =>
    bench.until(`${count} results`, id, ({ results }) => results.length === count);
  /** A session of both ports, in which the tracker on A was set up; gives its id. */
  async function setUpOnA(): Promise<string> {
    bench.plug(A, 'queclink', IMEI);
    const { id } = await bench.begin(vans, { ports: [A, B] });
    await untilResults(id, 1);
    return id;
  }
  const verified = (port: string) => ({ port, outcome: 'verified', message: null });

  for (const once of [true, false]) {
    it(`only one is set up, and the conflict names both ports (once: ${once})`, async () => {
      bench.plug(A, 'queclink', IMEI);
      const { id } = await bench.begin(vans, { ports: [A, B], once });
      await untilResults(id, 1);
      bench.plug(B, 'queclink', IMEI);
      await untilResults(id, 2);
      expect(resultsOf(id)).to.deep.equal([verified(A), { port: B, outcome: 'failed', message: CONFLICT }]);
      await bench.pass(30_000);
      expect(resultsOf(id)).to.have.length(2);
    });
  }

  it('a tracker that is moved to another port is recognized there', async () => {
    const id = await setUpOnA();
    bench.unplug(A);
    bench.plug(B, 'queclink', IMEI);
    await untilResults(id, 2);
    // The simulated tracker is new: it has its factory settings.
    expect(resultsOf(id)).to.deep.equal([verified(A), verified(B)]);
  });

  it('a tracker that is moved between adapters that stay plugged in is recognized there', async () => {
    const id = await setUpOnA();
    bench.mute(A);
    bench.plug(B, 'queclink', IMEI);
    await untilResults(id, 2);
    expect(resultsOf(id)).to.deep.equal([verified(A), verified(B)]);
  });

  it('a tracker whose port has another one meanwhile is set up on the other port', async () => {
    const id = await setUpOnA();
    bench.unplug(A);
    bench.plug(A, 'queclink', OTHER);
    bench.plug(B, 'queclink', IMEI);
    await untilResults(id, 3);
    expect(resultsOf(id)).to.have.deep.members([verified(A), verified(A), verified(B)]);
  });

  it('a tracker that was silent while the other one was set up is a conflict when it replies again', async () => {
    const id = await setUpOnA();
    bench.unplug(A);
    bench.plug(B, 'queclink', IMEI);
    await untilResults(id, 2);
    bench.plug(A, 'queclink', IMEI);
    await untilResults(id, 3);
    const message = CONFLICT.replace(`${A} and on ${B}`, `${B} and on ${A}`);
    expect(resultsOf(id)[2]).to.deep.equal({ port: A, outcome: 'failed', message });
  });

  it('the tracker that was set up keeps its row and number', async () => {
    bench.plug(A, 'queclink', IMEI);
    bench.plug(B, 'queclink', IMEI);
    const { id } = await bench.begin(vans, { ports: [A, B] });
    await untilResults(id, 2);
    bench.unplug(B);
    await bench.pass(3_000);
    bench.plug(B, 'queclink', OTHER);
    await untilResults(id, 3);
    expect([...store.state.devices.values()].map(({ id: device, name }) => [device, name])).to.deep.equal([
      [IMEI, 'Van 1'],
      [OTHER, 'Van 2'],
    ]);
  });
});
