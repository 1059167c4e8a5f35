import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createApp } from '../../src/app.js';
import { valueOf } from '../../src/errors.js';
import { silentLogger } from '../../src/logger.js';
import { validateConfig } from '../../src/schema/config/config.js';
import { createClock } from '../../src/time/clock.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { createWptTracker, type WptTracker } from '../../src/simulator/wpt/tracker.js';
import { signIn } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { everyLocationOf } from '../support/api/all-locations.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';

const deviceId = 'trk-1';
const first = Date.UTC(2026, 10, 21, 8);

describe('a tracker of WPT/1 on a pseudo-terminal', () => {
  const folder = useFolder();
  const clock = createClock();
  const vehicle = createVehicle({ seed: 7 });
  let line: VirtualPort;
  let tracker: WptTracker;
  let measured = 0;
  let ticking: NodeJS.Timeout;

  const config = (): object => ({ serial: { ports: [{ path: line.path, protocol: 'wpt', deviceId }] } });
  const measure = (count: number): void => {
    for (let n = 0; n < count; n += 1) tracker.addFix(vehicle.fixAt(first + (measured += 1) * 1000));
  };
  const settles = (count: number): Promise<number> =>
    eventually(`${count} records are acknowledged`, () => tracker.settled() >= count);
  /** Asserts that every acknowledged record is stored, and none twice. */
  async function expectKept(url: string, least: number): Promise<void> {
    const stored = (await everyLocationOf(await signIn(url, { apiKey: TEST_KEY }), deviceId)).map(
      ({ dateTime }) => (Date.parse(dateTime) - first) / 1000,
    );
    expect(stored.length).to.be.at.least(least);
    expect(stored).to.deep.equal(Array.from({ length: stored.length }, (_, n) => n + 1));
  }

  beforeEach(() => {
    mkdirSync(join(folder(), 'data'));
    line = openVirtualPort(join(folder(), 'tracker'));
    measured = 0;
    let epochs = 0;
    tracker = createWptTracker({
      deviceId,
      newEpoch: () => String((epochs += 1)).padStart(8, '0'),
      send: (text) => void line.write(text),
      now: () => clock.monotonic(),
    });
    line.onData(tracker.onData);
    ticking = setInterval(tracker.tick, 50);
  });
  afterEach(() => {
    clearInterval(ticking);
    killAll();
    line.close();
  });

  it('every record is stored exactly once through kill -9 of the gateway and a hangup of the port', async () => {
    measure(1_000);
    for (let round = 1; round <= 2; round += 1) {
      const gateway = await startGateway({ folder: folder(), config: config() });
      await settles(tracker.settled() + 100);
      await gateway.end('SIGKILL');
      measure(50);
    }
    // In this process, because a process started while the port is open would keep it open.
    const settings = valueOf(validateConfig({ ...config(), http: { host: '127.0.0.1', port: 0 } }));
    const app = await createApp({ config: settings, data: join(folder(), 'data') }, { logger: silentLogger });
    const url = `http://127.0.0.1:${(await app.start()).port}`;
    try {
      await expectKept(url, tracker.settled());
      for (let round = 1; round <= 2; round += 1) {
        await settles(tracker.settled() + 100);
        line.unplug();
        measure(50);
        line.replug();
      }
    } finally {
      await app.stop();
    }
    const gateway = await startGateway({ folder: folder(), config: config() });
    await eventually('everything is acknowledged', () => tracker.kept() === 0);
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    const stored = await everyLocationOf(client, deviceId);
    expect(stored).to.have.length(measured);
    await expectKept(gateway.url, measured);
    const { body } = await client.call('POST', `/api/devices/${deviceId}/alerts`, {
      from: '1970-01-01T00:00:00Z',
      to: '9999-01-01T00:00:00Z',
    });
    expect(body.alerts).to.deep.equal([]);
    await gateway.end('SIGTERM');
  });

  it('the port with the latest hello owns the id, the other tracker gets BYE,DUP, and neither loses records', async () => {
    const other = openVirtualPort(join(folder(), 'other'));
    const ports = [line, other].map(({ path }) => ({ path, protocol: 'wpt' }));
    const gateway = await startGateway({ folder: folder(), config: { serial: { ports } } });
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: deviceId });
    const replies: string[] = [];
    line.onData((bytes) => replies.push(Buffer.from(bytes).toString()));
    const newest = createWptTracker({
      deviceId,
      newEpoch: () => 'ABCDEF01',
      send: (text) => void other.write(text),
      now: () => clock.monotonic(),
    });
    other.onData(newest.onData);
    try {
      measure(10);
      await settles(10);
      const tickingToo = setInterval(newest.tick, 50);
      for (let n = 1; n <= 10; n += 1) newest.addFix(vehicle.fixAt(first + (100 + n) * 1000));
      await eventually('the newest is acknowledged', () => newest.settled() >= 10);
      clearInterval(tickingToo);
      measure(5);
      await eventually('the first tracker gets BYE,DUP', () => replies.join('').includes('$PWPT,BYE,DUP'));
      expect(tracker.kept()).to.equal(5);
      const stored = await everyLocationOf(client, deviceId);
      expect(stored.map(({ dateTime }) => (Date.parse(dateTime) - first) / 1000)).to.deep.equal([
        ...Array.from({ length: 10 }, (_, n) => n + 1),
        ...Array.from({ length: 10 }, (_, n) => 101 + n),
      ]);
    } finally {
      other.close();
      await gateway.end('SIGTERM');
    }
  });
});
