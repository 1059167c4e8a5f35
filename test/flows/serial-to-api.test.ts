import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClock } from '../../src/time/clock.js';
import { nmeaEpoch } from '../../src/simulator/nmea0183/epoch.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { historyOf, lastLocationOf, portAt, portsOf } from '../support/api/api-queries.js';
import { request, signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { fixAt } from '../support/store/records.js';
import { killAll } from '../support/gateway/waypost.js';

const BEGIN = Date.parse('2026-11-21T06:00:00.000Z');
const EPOCHS = 20;
const STOP_MS = 400;
const clock = createClock();

describe('the gateway with a receiver and a tracker', () => {
  const folder = useFolder();
  const vehicle = createVehicle({ seed: 1 });
  let receiver: VirtualPort;
  let tracker: VirtualPort;
  let answers: string[] = [];
  let gateway: Gateway;
  let client: Client;

  async function start(level = 'info'): Promise<void> {
    const ports = [
      { path: receiver.path, protocol: 'nmea0183', deviceId: 'boat' },
      { path: tracker.path, protocol: 'json' },
    ];
    gateway = await startGateway({
      folder: folder(),
      config: { serial: { ports } },
      arguments: ['--log-level', level],
    });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
    const isOpen = async (): Promise<boolean> => (await portsOf(client)).every(({ state }) => state === 'open');
    await eventually('both ports are open', isOpen);
  }

  /** Sends complete epochs of `count` seconds and waits until the last one is stored. */
  async function drive(from: number, count: number): Promise<void> {
    const fixes = Array.from({ length: count }, (_, second) => vehicle.fixAt(BEGIN + (from + second) * 1000));
    await receiver.write(fixes.map(nmeaEpoch).join(''));
    const isThere = async (): Promise<boolean> =>
      (await lastLocationOf(client, 'boat'))?.dateTime === fixes.at(-1)?.dateTime;
    await eventually('the last fix is stored', isThere);
  }

  /** Sends a line and returns the reply. */
  async function send(line: string): Promise<Record<string, unknown>> {
    const before = answers.length;
    await tracker.write(`${line}\n`);
    await eventually(`an answer to ${line}`, () => answers.length > before);
    expect(answers).to.have.length(before + 1);
    return JSON.parse(answers.at(-1) ?? '') as Record<string, unknown>;
  }

  beforeEach(async () => {
    receiver = openVirtualPort(join(folder(), 'receiver'));
    tracker = openVirtualPort(join(folder(), 'tracker'));
    answers = [];
    let rest = '';
    tracker.onData((bytes) => {
      const lines = (rest + Buffer.from(bytes).toString('utf8')).split('\n');
      rest = lines.pop() ?? '';
      answers.push(...lines);
    });
    await start();
  });
  afterEach(() => {
    killAll();
    receiver.close();
    tracker.close();
  });

  it('the API serves the locations of the receiver, also after a restart, and new ones follow', async () => {
    await drive(0, EPOCHS);
    const history = await historyOf(client, 'boat', 7);
    expect(history).to.have.length(EPOCHS);
    for (const [second, fix] of history.entries()) {
      const real = vehicle.fixAt(BEGIN + second * 1000);
      expect(fix.dateTime).to.equal(real.dateTime);
      expect(fix.latitude).to.be.closeTo(real.latitude, 1e-6);
      expect(fix.longitude).to.be.closeTo(real.longitude, 1e-6);
      expect(fix.speed).to.be.closeTo(real.speed, 0.001);
      expect(fix).to.include({ altitude: real.altitude, satellites: real.satellites });
    }
    const last = await lastLocationOf(client, 'boat');
    expect(last).to.deep.equal(history.at(-1));
    const range = { from: history[5]?.dateTime, to: history[9]?.dateTime };
    const { body } = await client.call('POST', '/api/devices/boat/locations', range);
    expect(body.locations).to.deep.equal(history.slice(5, 10));

    expect(await gateway.end('SIGTERM')).to.equal(0);
    await start();
    expect(await lastLocationOf(client, 'boat')).to.deep.equal(last);
    expect(await historyOf(client, 'boat', 7)).to.deep.equal(history);
    await drive(EPOCHS, 5);
    expect(await historyOf(client, 'boat')).to.have.length(EPOCHS + 5);
  });

  it('a report is acknowledged with 201 once it is readable, and recognized as a duplicate, also after a restart', async () => {
    await client.call('POST', '/api/devices', { id: 'van' });
    const report = JSON.stringify({ id: 1, deviceId: 'van', location: fixAt(0) });
    expect(await send(report)).to.deep.equal({ id: 1, status: 201, accepted: 1, duplicates: 0 });
    expect(await historyOf(client, 'van')).to.deep.equal([fixAt(0)]);
    const both = JSON.stringify({ id: 'b', deviceId: 'van', locations: [fixAt(0), fixAt(1), fixAt(1)] });
    expect(await send(both)).to.deep.equal({ id: 'b', status: 201, accepted: 1, duplicates: 2 });
    expect(await gateway.end('SIGTERM')).to.equal(0);
    await start();
    expect(await send(report)).to.deep.equal({ id: 1, status: 201, accepted: 0, duplicates: 1 });
    expect(await historyOf(client, 'van')).to.deep.equal([fixAt(0), fixAt(1)]);
  });

  it('a bad line gets 400, a line without a device id 404, each with its own id, and nothing of it is stored', async () => {
    await client.call('POST', '/api/devices', { id: 'van' });
    const bad = { ...fixAt(0), latitude: 91 };
    expect(await send('{"id":1,')).to.include({ id: null, status: 400, code: 'validation_failed' });
    expect(await send('{"id":2}')).to.include({ id: 2, status: 400, code: 'validation_failed' });
    const mixed = JSON.stringify({ id: 3, deviceId: 'van', locations: [fixAt(1), bad] });
    expect(await send(mixed)).to.include({ id: 3, status: 400, code: 'validation_failed' });
    const unknown = JSON.stringify({ id: 4, deviceId: 'ghost', location: fixAt(0) });
    expect(await send(unknown)).to.deep.equal({ id: 4, status: 202, accepted: 1, duplicates: 0 });
    const anonymous = JSON.stringify({ id: 5, location: fixAt(0) });
    expect(await send(anonymous)).to.include({ id: 5, status: 404, code: 'not_found' });
    expect(await historyOf(client, 'van')).to.deep.equal([]);
    const { counters } = await portAt(client, tracker.path);
    expect(counters).to.include({ frames: 5, rejected: 3, unknownDevices: 2, discardedBytes: 0 });
    expect((await request(gateway.url, 'GET', '/api/health')).status).to.equal(200);
  });

  it('a pause of the gateway process does not count as silence: the fix stays complete', async () => {
    const frameCount = async (): Promise<number> => (await portAt(client, receiver.path)).counters.frames;
    // Only a stop well within the 150 ms that end an epoch proves the rule; otherwise another epoch is used.
    for (let second = 0, proved = false; !proved; second += 2) {
      const real = vehicle.fixAt(BEGIN + second * 1000);
      const [first = '', ...others] = nmeaEpoch(real).split(/(?<=\r\n)/);
      const before = await frameCount();
      const sentAt = clock.monotonic();
      await receiver.write(first);
      await eventually('the first sentence arrives', async () => (await frameCount()) > before);
      gateway.process.kill('SIGSTOP');
      const stoppedAt = clock.monotonic();
      await receiver.write(others.join(''));
      await eventually('it has stood still', () => clock.monotonic() - stoppedAt > STOP_MS);
      gateway.process.kill('SIGCONT');
      const isTold = async (): Promise<boolean> => (await lastLocationOf(client, 'boat'))?.dateTime === real.dateTime;
      await eventually('the fix is stored', isTold);
      proved = stoppedAt - sentAt < 100;
      if (proved) expect(await lastLocationOf(client, 'boat')).to.include({ altitude: real.altitude });
      // For a receiver with this sentence only, the epoch ends after that time.
      else await receiver.write(nmeaEpoch(vehicle.fixAt(BEGIN + (second + 1) * 1000)).split(/(?<=\r\n)/)[0] ?? '');
    }
  });

  it('no key or secret appears in the log or in any other file', async () => {
    await gateway.end('SIGTERM');
    await start('debug');
    await request(gateway.url, 'POST', '/api/Auth/Token', { userName: 'admin', apiKey: `${TEST_KEY}x` });
    await client.call('POST', '/api/devices', '{"id":');
    await client.call('GET', `/api/devices?apiKey=${TEST_KEY}`);
    await drive(0, 3);
    expect(await gateway.end('SIGTERM')).to.equal(0);

    const data = join(folder(), 'data');
    const keys = readFileSync(join(data, 'keys.json'), 'utf8');
    const { jwtSecret } = JSON.parse(keys) as { jwtSecret: string };
    const secret = Buffer.from(jwtSecret, 'base64url');
    const secrets = [
      TEST_KEY,
      client.token,
      ...(['base64url', 'base64', 'hex', 'latin1'] as const).map((e) => secret.toString(e)),
    ];
    const texts = new Map(filesIn(data).map((path) => [path, readFileSync(path, 'latin1')]));
    texts.delete(join(data, 'keys.json'));
    texts.set('output', gateway.output());
    expect(texts.size).to.be.above(4);
    for (const [where, text] of texts) {
      expect(
        secrets.filter((one) => text.includes(one)),
        where,
      ).to.deep.equal([]);
    }
    expect(keys).to.not.include(TEST_KEY);
  });

  it('the files of the gateway are readable by its user only', async () => {
    await drive(0, 3);
    const data = join(folder(), 'data');
    const check = (): string[] => {
      const paths = [data, ...pathsIn(data)];
      for (const path of paths) {
        const found = lstatSync(path);
        expect((found.mode & 0o777).toString(8), path).to.equal(found.isDirectory() ? '700' : '600');
      }
      return paths.map((path) => path.slice(data.length + 1));
    };
    expect(check()).to.include.members(['keys.json', 'lock', 'log']);
    await gateway.end('SIGTERM');
    expect(check()).to.include.members(['state.json']);
  });
});

const pathsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
const filesIn = (folder: string): string[] => pathsIn(folder).filter((path) => lstatSync(path).isFile());
