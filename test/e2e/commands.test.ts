import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { DeviceView } from '../../src/schema/devices/device.js';
import { createPrng } from '../../src/simulator/prng.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { trackerKinds, type TrackerProtocol } from '../../src/simulator/trackers/index.js';
import type { Tracker } from '../../src/simulator/trackers/tracker.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { createClock } from '../../src/time/clock.js';
import { runCommand } from '../support/gateway/run-command.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';

const clock = createClock();
const vehicle = createVehicle({ seed: 5 });
const START = Date.UTC(2026, 10, 21, 8);

type Attached = {
  readonly deviceId: string;
  readonly line: VirtualPort;
  readonly tracker: Tracker;
  /** the commands that the tracker carried out */
  readonly executed: string[];
  readonly written: () => string;
};

describe('commands to simulated trackers', () => {
  const folder = useFolder();
  const attached: Attached[] = [];
  let ticking: NodeJS.Timeout;
  let gateway: Gateway | undefined;
  let client: Client;

  function attach(protocol: TrackerProtocol): Attached {
    const kind = trackerKinds[protocol];
    const deviceId = kind.ids.nth(kind.ids.prefix ?? protocol, 1);
    const line = openVirtualPort(join(folder(), protocol));
    const executed: string[] = [];
    const written: Buffer[] = [];
    const tracker = kind.create({
      deviceId,
      send: (bytes) => void line.write(bytes),
      now: () => clock.monotonic(),
      random: createPrng(7),
      onSettled: () => undefined,
      onCommand: (command) => executed.push(command),
    });
    line.onData((bytes) => {
      written.push(Buffer.from(bytes));
      tracker.onData(bytes);
    });
    const one = { deviceId, line, tracker, executed, written: () => Buffer.concat(written).toString('latin1') };
    attached.push(one);
    return one;
  }

  async function start(own: Attached, port: object): Promise<void> {
    const ports = [{ path: own.line.path, capture: 1_000_000, ...port }];
    gateway = await startGateway({ folder: folder(), config: { serial: { ports }, log: { level: 'debug' } } });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: own.deviceId });
    let second = 0;
    const isHeard = async (): Promise<boolean> => {
      own.tracker.report(vehicle.fixAt(START + (second += 1) * 1000));
      const { body } = await client.call('GET', `/api/devices/${own.deviceId}`);
      return (body.device as DeviceView).lastSeen !== null;
    };
    await eventually('the device has reported', isHeard);
  }

  const send = async (deviceId: string, body: object) =>
    (await client.call('POST', `/api/devices/${deviceId}/sendCommand`, body)).body;

  beforeEach(() => {
    mkdirSync(join(folder(), 'data'));
    ticking = setInterval(() => {
      for (const { tracker } of attached) tracker.tick();
    }, 50);
  });
  afterEach(() => {
    clearInterval(ticking);
    killAll();
    for (const { line } of attached.splice(0)) line.close();
  });

  const SECRET = 'login s3cret-4711';
  for (const [protocol, command, reply] of [
    ['json', SECRET, 'ok'],
    ['wpt', SECRET, 'done'],
    ['meshtastic', SECRET, 'the node received the text'],
    ['queclink', 'AT+GTRTO=gl300,3,,,,,,0A01$', /^\+ACK:GTRTO,.*,0A01,/],
    ['suntech', 'ST300NTW;100850001;02;0;internet;depot;s3cret-4711;192.0.2.7;8600', /^ST300NTW;Res;.*;depot;\*{3};/],
  ] as const) {
    it(`a ${protocol} tracker carries out a command once and replies; no log or capture has its text`, async () => {
      const own = attach(protocol);
      await start(own, { protocol });
      const { result, error, command: sent } = await send(own.deviceId, { command });
      expect(error).to.equal(null);
      expect(sent).to.have.property('state', 'done');
      if (typeof reply === 'string') expect(result).to.equal(reply);
      else expect(result).to.match(reply);
      expect(own.executed).to.deep.equal([command]);
      if (typeof reply === 'string') {
        const { command: refused } = await send(own.deviceId, { command: 'fail' });
        expect(refused).to.have.property('state', 'failed');
      }
      await gateway?.end('SIGTERM');
      const captures = join(folder(), 'data', 'captures');
      const captured = readdirSync(captures)
        .map((name) => readFileSync(join(captures, name), 'utf8'))
        .join('');
      const secret = protocol === 'queclink' ? 'gl300,3' : 's3cret-4711';
      expect(captured).to.include('*****').and.not.include(secret);
      expect(gateway?.output()).to.include('command done').and.not.include(secret);
    });
  }

  it('raw bytes reach a receiver exactly as given where the port allows it', async () => {
    const own = attach('nmea0183');
    await start(own, { protocol: 'nmea0183', deviceId: own.deviceId, commands: true });
    const body = await send(own.deviceId, { command: '24 50 4D 0D 0A', format: 'Hex' });
    expect(body.command).to.have.property('state', 'done');
    expect(body.result).to.match(/^written to .*: nmea0183 has no replies$/);
    await eventually('the bytes arrive', () => own.written().includes('$PM\r\n'));
    expect(own.written()).to.equal('$PM\r\n');
    await gateway?.end('SIGTERM');
  });

  it('a command waits while the port is unplugged, and is sent at the next report', async () => {
    const own = attach('json');
    await start(own, { protocol: 'json' });
    // Unplugged while no gateway runs: a process started while the port is open would keep it open.
    await gateway?.end('SIGTERM');
    own.line.unplug();
    const serial = { ports: [{ path: own.line.path, protocol: 'json' }] };
    gateway = await startGateway({ folder: folder(), config: { serial } });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
    const refused = await client.call('POST', `/api/devices/${own.deviceId}/sendCommand`, { command: 'now' });
    expect(refused).to.nested.include({ status: 409, 'body.code': 'conflict' });
    const { command } = await send(own.deviceId, { command: 'later', waitMinutes: 5 });
    expect(command).to.have.property('state', 'queued');
    own.line.replug();
    let second = 1_000;
    await eventually('the command is carried out', async () => {
      own.tracker.report(vehicle.fixAt(START + (second += 1) * 1000));
      const { body } = await client.call('GET', `/api/commands/${(command as { id: string }).id}`);
      return (body.command as { state: string }).state === 'done';
    });
    expect(own.executed).to.deep.equal(['later']);
    await gateway.end('SIGTERM');
  });

  it('waypost command sends, lists and cancels', async () => {
    const own = attach('json');
    await start(own, { protocol: 'json' });
    const url = gateway?.url ?? '';
    const waypost = (...args: string[]) =>
      runCommand(['command', ...args, '--url', url], { WAYPOST_API_KEY: TEST_KEY });
    const sent = await waypost('send', own.deviceId, '6F 6E', '--hex');
    expect(sent).to.include({ code: 0 });
    expect(sent.output).to.match(/^command \d+ done: ok\n$/);
    expect(own.executed).to.deep.equal(['on']);
    const refused = await waypost('send', own.deviceId, 'fail', '--json');
    expect(refused).to.include({ code: 1 });
    expect(JSON.parse(refused.output)).to.have.nested.property('command.state', 'failed');
    const listed = await waypost('list', '--device', own.deviceId);
    expect(listed.output)
      .to.match(/COMMAND +DEVICE +QUEUED +STATE +TEXT +RESULT/)
      .and.match(/failed +fail +refused/);
    await client.call('POST', '/api/devices', { id: 'never' });
    const waiting = await waypost('send', 'never', 'x', '--wait', '5');
    const [, id = ''] = /^command (\d+) queued/.exec(waiting.output) ?? [];
    expect((await waypost('cancel', id)).output).to.equal(`command ${id} canceled\n`);
    const both = await waypost('send', 'never', 'x', '--hex', '--base64');
    expect(both.code).to.equal(1);
    expect(both.output).to.include('exclude each other');
    await gateway?.end('SIGTERM');
  });
});
