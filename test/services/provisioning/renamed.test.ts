import { expect } from 'chai';
import { describeResult } from '../../../src/cli/provision/describe.js';
import type { TrackerChange } from '../../../src/schema/entry.js';
import type { Store } from '../../../src/store/store.js';
import { templateOf } from '../../support/provisioning/provisioning.js';
import { createTestBench, type TestBench } from '../../support/provisioning/test-bench.js';
import { useFolder } from '../../support/store/folder.js';
import { openTestStore } from '../../support/store/store.js';
import { createTestClock } from '../../support/time/clock.js';

const boxes = templateOf({
  protocol: 'wpt',
  settings: { int: 30 },
  deviceId: 'VAN-{n:3}',
  deviceName: 'Van {n}',
});
const portOf = (index: number): string => `/dev/ttyUSB${index}`;

describe('a tracker that provisioning gives another id', () => {
  const folder = useFolder();
  let store: Store;
  let bench: TestBench;

  beforeEach(async () => {
    const clock = createTestClock();
    store = await openTestStore(folder(), { clock });
    bench = createTestBench({ store, clock, licenses: 20 });
  });
  afterEach(async () => {
    await bench.provisionings.stop();
    await store.close();
  });

  const fixOf = (deviceId: string, port: string, minute: number): TrackerChange => ({
    kind: 'location',
    v: {
      deviceId,
      location: {
        dateTime: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`,
        latitude: 52 + minute / 1_000,
        longitude: 5,
      },
      source: { protocol: 'wpt', port },
    },
  });
  const quarantine = (...records: readonly TrackerChange[]): Promise<unknown> =>
    store.append(records.map((v) => ({ kind: 'quarantined', v })));

  it('ten trackers: card, result, receipt, device and command line have the id and name after the change', async () => {
    const ports = Array.from({ length: 10 }, (_, index) => portOf(index));
    for (const [index, port] of ports.entries()) bench.plug(port, 'wpt', `t-${index + 1}`);
    const { id } = await bench.begin(boxes, { ports, once: true });
    await bench.until('all are done', id, ({ ended }) => ended !== null);
    const view = bench.look(id);
    expect(view.results.map(({ outcome }) => outcome)).to.deep.equal(ports.map(() => 'verified'));
    for (const result of view.results) {
      const { deviceId, deviceName } = result as { deviceId: string; deviceName: string };
      const index = ports.indexOf(result.port);
      expect(deviceId).to.match(/^VAN-\d{3}$/);
      expect(store.state.devices.get(deviceId)?.name).to.equal(deviceName);
      expect(store.state.receipts.get(result.receipt ?? '')?.deviceId).to.equal(deviceId);
      expect(result.previousId).to.equal(`t-${index + 1}`);
      const { hardwareId, previousId, model, firmware } = result;
      expect(view.ports[index]).to.include({ hardwareId, deviceId, deviceName, previousId, model, firmware });
      expect(describeResult(result)).to.include(`VERIFIED  ${deviceId} "${deviceName}" (`);
    }
    expect(new Set(view.results.map(({ deviceId }) => deviceId))).to.have.property('size', 10);
  });

  it('what it reported under its previous id over this port follows it, and the unknown device is gone', async () => {
    await quarantine(fixOf('bw-1', portOf(0), 1), fixOf('bw-1', portOf(0), 2));
    bench.plug(portOf(0), 'wpt', 'bw-1');
    const { id } = await bench.begin(boxes, { ports: [portOf(0)], once: true });
    await bench.until('it is done', id, ({ ended }) => ended !== null);
    expect([...store.state.quarantine.devices.keys()]).to.deep.equal([]);
    expect(store.state.lastLocations.get('VAN-001')?.dateTime).to.equal('2026-01-01T00:02:00.000Z');
    expect(store.state.lastSeen.has('bw-1')).to.equal(false);
  });

  it('what another tracker with the same previous id reported over another port stays quarantined', async () => {
    await quarantine(fixOf('bw-1', portOf(0), 1), fixOf('bw-1', portOf(7), 5));
    bench.plug(portOf(0), 'wpt', 'bw-1');
    const { id } = await bench.begin(boxes, { ports: [portOf(0)], once: true });
    await bench.until('it is done', id, ({ ended }) => ended !== null);
    const held = [...(store.state.quarantine.devices.get('bw-1')?.records.values() ?? [])];
    expect(held.map(({ change }) => change)).to.deep.equal([fixOf('bw-1', portOf(7), 5)]);
    expect(store.state.lastLocations.get('VAN-001')?.dateTime).to.equal('2026-01-01T00:01:00.000Z');
  });

  it('a record that was quarantined under both ids is stored once', async () => {
    await quarantine(fixOf('bw-1', portOf(0), 1), fixOf('VAN-001', portOf(0), 1));
    bench.plug(portOf(0), 'wpt', 'bw-1');
    const { id } = await bench.begin(boxes, { ports: [portOf(0)], once: true });
    const stored: string[] = [];
    store.subscribe((entries) => {
      for (const entry of entries) if (entry.kind === 'location') stored.push(entry.v.deviceId);
    });
    await bench.until('it is done', id, ({ ended }) => ended !== null);
    expect(stored).to.deep.equal(['VAN-001']);
  });
});
