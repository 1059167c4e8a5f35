import { expect } from 'chai';
import type { PortStatus } from '../../../src/schema/ports/port.js';
import type { Template } from '../../../src/schema/provisioning/template.js';
import type { Store } from '../../../src/store/store.js';
import { templateOf } from '../../support/provisioning/provisioning.js';
import { createTestBench, type TestBench } from '../../support/provisioning/test-bench.js';
import { useFolder } from '../../support/store/folder.js';
import { openTestStore } from '../../support/store/store.js';
import { createTestClock, type TestClock } from '../../support/time/clock.js';

const PORT = '/dev/ttyUSB0';
const wpt = templateOf({ protocol: 'wpt', settings: { int: 30 }, deviceId: 'box-{n}' });
const ubx = templateOf({ protocol: 'ubx', settings: {}, deviceId: 'bus-{n}' });

describe('a tracker of another protocol than that of the template', () => {
  const folder = useFolder();
  let store: Store;
  let clock: TestClock;
  let bench: TestBench;
  let statuses: PortStatus[];

  beforeEach(async () => {
    statuses = [];
    clock = createTestClock();
    store = await openTestStore(folder(), { clock });
    bench = createTestBench({ store, clock, statuses: () => statuses });
  });
  afterEach(async () => {
    await bench.provisionings.stop();
    await store.close();
  });

  const decoded = (protocol: string, secondsAgo: number): PortStatus =>
    ({
      path: PORT,
      state: 'open',
      protocol,
      deviceId: null,
      lastFrameAt: new Date(clock.now() - secondsAgo * 1_000).toISOString(),
    }) as unknown as PortStatus;

  it('the tracker is named at once if the port has just decoded it, and nothing is sent', async () => {
    statuses = [decoded('queclink', 20)];
    bench.plug(PORT, 'queclink', '860000000000017');
    const { id } = await bench.begin(wpt, { ports: [PORT], once: true });
    expect(bench.look(id).results).to.have.length(1);
    expect(bench.look(id).ports[0]?.last).to.include({
      outcome: 'failed',
      code: 'wrong_protocol',
      heard: 'queclink',
      hardwareId: null,
      message:
        'a queclink tracker is on this port, but the template is for wpt: plug in another tracker, or choose another template',
    });
    await bench.until('the session has ended', id, ({ ended }) => ended !== null);
    expect(bench.sent).to.deep.equal([]);
  });

  it('the port goes on looking, and sets up the right tracker when it is plugged in', async () => {
    statuses = [decoded('gt06', 20)];
    const { id } = await bench.begin(wpt, { ports: [PORT] });
    bench.plug(PORT, 'wpt', 'bw-1');
    await bench.until('the tracker is done', id, ({ results }) => results.length === 2);
    expect(bench.look(id).results.map(({ heard: other, outcome }) => [other, outcome])).to.deep.equal([
      ['gt06', 'failed'],
      [null, 'verified'],
    ]);
  });

  it('data of a minute ago, of the same protocol, or of one that the tracker also sends, is no evidence', async () => {
    for (const [template, status] of [
      [wpt, decoded('queclink', 61)],
      [wpt, decoded('wpt', 1)],
      [wpt, decoded('auto', 1)],
      [ubx, decoded('nmea0183', 1)],
    ] as [Template, PortStatus][]) {
      statuses = [status];
      const { id } = await bench.begin(template, { ports: [PORT] });
      expect(bench.look(id).results).to.deep.equal([]);
      await bench.provisionings.stop();
      bench = createTestBench({ store, clock, statuses: () => statuses });
    }
  });

  for (const [template, other, deviceId] of [
    [ubx, 'wpt', 'bw-1'],
    [wpt, 'queclink', '860000000000017'],
    [wpt, 'ubx', 'f0e1d2c3b4a5'],
    [ubx, 'meshtastic', '0a000001'],
  ] as const) {
    it(`a silent ${other} tracker is recognized by its answer (template for ${template.protocol}), and reported once`, async () => {
      bench.plug(PORT, other, deviceId);
      const { id } = await bench.begin(template, { ports: [PORT] });
      await bench.until('it is named', id, ({ results }) => results.length > 0);
      await bench.pass(20_000);
      expect(bench.look(id).results.map(({ code, heard: other }) => [code, other])).to.deep.equal([
        ['wrong_protocol', other],
      ]);
      expect(store.state.unfinished.size + store.state.devices.size).to.equal(0);
    });
  }
});
