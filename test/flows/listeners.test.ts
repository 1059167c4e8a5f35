import { createSocket } from 'node:dgram';
import { mkdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Connection } from '../../src/schema/ports/listener.js';
import { nmeaEpoch } from '../../src/simulator/nmea0183/epoch.js';
import { createPrng } from '../../src/simulator/prng.js';
import { trackerKinds, type TrackerProtocol } from '../../src/simulator/trackers/index.js';
import type { SimulatedResult, Tracker } from '../../src/simulator/trackers/tracker.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { createClock } from '../../src/time/clock.js';
import { historyOf, portsOf } from '../support/api/api-queries.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { freePort } from '../support/gateway/free-port.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { useFolder } from '../support/store/folder.js';

const clock = createClock();
const vehicle = createVehicle({ seed: 5 });
const START = Date.UTC(2026, 10, 21, 8);
/** a class A report, and the ship that sends it */
const AIS_REPORT = '!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24';
const SHIP = '265547250';

type Connected = {
  readonly deviceId: string;
  readonly tracker: Tracker;
  readonly socket: Socket;
  readonly executed: string[];
  readonly settled: SimulatedResult[];
};

describe('listeners of the gateway', () => {
  const folder = useFolder();
  const connected: Connected[] = [];
  let ticking: NodeJS.Timeout;
  let gateway: Gateway;
  let client: Client;
  let port = 0;

  const listener = (protocol: string, others: object = {}): object => ({
    ...{ transport: 'tcp', host: '127.0.0.1', port, protocol },
    ...others,
  });
  const path = (transport = 'tcp'): string => `${transport}-listen://127.0.0.1:${port}`;

  async function start(listeners: readonly object[], serial: object = {}): Promise<void> {
    gateway = await startGateway({ folder: folder(), config: { serial: { ...serial, listeners } } });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
    const isOpen = async (): Promise<boolean> => (await portsOf(client)).every(({ state }) => state === 'open');
    await eventually('the listeners are open', isOpen);
  }

  /** Connects a simulated tracker. */
  function attach(protocol: TrackerProtocol, n = 1): Connected {
    const kind = trackerKinds[protocol];
    const deviceId = kind.ids.nth(kind.ids.prefix ?? protocol, n);
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    const executed: string[] = [];
    const settled: SimulatedResult[] = [];
    const tracker = kind.create({
      deviceId,
      send: (bytes) => void socket.write(bytes),
      now: () => clock.monotonic(),
      random: createPrng(7),
      onSettled: (result) => settled.push(result),
      onCommand: (command) => executed.push(command),
    });
    socket.on('data', (bytes) => {
      tracker.onData(bytes);
    });
    const one = { deviceId, tracker, socket, executed, settled };
    connected.push(one);
    return one;
  }

  const connectionsOf = async (transport?: string): Promise<readonly Connection[]> =>
    (await client.call('GET', `/api/ports/connections?path=${path(transport)}`)).body.connections as Connection[];

  beforeEach(async () => {
    mkdirSync(join(folder(), 'data'));
    port = await freePort();
    ticking = setInterval(() => {
      for (const { tracker } of connected) tracker.tick();
    }, 50);
  });
  afterEach(() => {
    clearInterval(ticking);
    for (const { socket } of connected.splice(0)) socket.destroy();
    killAll();
  });

  for (const [protocol, command] of [
    ['json', 'engine_stop'],
    ['wpt', 'engine_stop'],
    ['queclink', 'AT+GTRTO=gl300,3,,,,,,0A01$'],
    ['gt06', 'STATUS#'],
    ['taip', undefined],
  ] as const) {
    it(`a ${protocol} tracker over TCP is stored, listed with its id, and ${command === undefined ? 'takes no command' : 'carries out a command'}`, async () => {
      await start([listener(protocol)]);
      const { deviceId, tracker, executed } = attach(protocol);
      await client.call('POST', '/api/devices', { id: deviceId });
      for (const second of [1, 2, 3]) tracker.report(vehicle.fixAt(START + second * 1000));
      await eventually('all are stored', async () => (await historyOf(client, deviceId)).length === 3);
      await eventually('all are acknowledged', () => tracker.kept() === 0);
      const [connection] = await connectionsOf();
      expect(connection).to.include({ deviceId, protocol });
      expect(connection?.address).to.match(/^127\.0\.0\.1:\d+$/);
      const text = command ?? 'x';
      const { body } = await client.call('POST', `/api/devices/${deviceId}/sendCommand`, { command: text });
      if (command === undefined) {
        expect(body.error).to.equal('taip takes no commands');
        return;
      }
      expect(body.command).to.have.property('state', 'done');
      expect(executed).to.deep.equal([command]);
    });
  }

  it('a command waits until the device has connected and reported', async () => {
    await start([listener('json')]);
    const first = attach('json');
    await client.call('POST', '/api/devices', { id: first.deviceId });
    first.tracker.report(vehicle.fixAt(START));
    await eventually('it is stored', () => first.settled.length === 1);
    first.socket.destroy();
    await eventually('it is gone', async () => (await connectionsOf()).length === 0);
    const send = async (body: object) =>
      (await client.call('POST', `/api/devices/${first.deviceId}/sendCommand`, body)).body;
    expect((await send({ command: 'x' })).error).to.equal(`device ${first.deviceId} is not connected to ${path()}`);
    const { command } = await send({ command: 'engine_stop', waitMinutes: 5 });
    expect(command).to.have.property('state', 'queued');
    const second = attach('json');
    second.tracker.report(vehicle.fixAt(START + 1000));
    await eventually('it is carried out', () => second.executed.length === 1);
  });

  it('an unknown id is quarantined whatever the setting of the ports is, and takes no license', async () => {
    await start([listener('json')], { unknownDevices: 'register' });
    const { deviceId, tracker, settled } = attach('json');
    tracker.report(vehicle.fixAt(START));
    await eventually('it is acknowledged', () => settled.length === 1);
    const { body } = await client.call('GET', '/api/unknownDevices');
    expect((body.unknownDevices as { id: string }[]).map(({ id }) => id)).to.deep.equal([deviceId]);
    expect((await client.call('GET', '/api/devices')).body.devices).to.deep.equal([]);
  });

  it('a listener registers or drops unknown ids if its own setting is that', async () => {
    const other = await freePort();
    const listeners = [
      listener('json', { unknownDevices: 'register' }),
      listener('queclink', { port: other, unknownDevices: 'drop' }),
    ];
    await start(listeners);
    const { deviceId, tracker } = attach('json');
    tracker.report(vehicle.fixAt(START));
    await eventually('it is registered', async () => (await historyOf(client, deviceId)).length === 1);
    port = other;
    attach('queclink').tracker.report(vehicle.fixAt(START));
    const unknown = async (): Promise<number | undefined> => (await portsOf(client))[1]?.counters.unknownDevices;
    await eventually('it is refused', async () => (await unknown()) === 1);
    expect((await client.call('GET', '/api/unknownDevices')).body.unknownDevices).to.deep.equal([]);
  });

  it('AIS over UDP is stored by MMSI, and NMEA with an id by that id', async () => {
    const nmeaPort = await freePort();
    const udp = { transport: 'udp', unknownDevices: 'register' };
    await start([listener('ais', udp), listener('nmea0183', { ...udp, port: nmeaPort })]);
    const socket = createSocket('udp4');
    socket.send(AIS_REPORT, port, '127.0.0.1');
    socket.send(`$GPFID,bus-7\r\n${nmeaEpoch(vehicle.fixAt(START))}`, nmeaPort, '127.0.0.1');
    await eventually('the ship is stored', async () => (await historyOf(client, SHIP)).length === 1);
    await eventually('the receiver is stored', async () => (await historyOf(client, 'bus-7')).length === 1);
    const [sender] = await connectionsOf('udp');
    expect(sender).to.include({ deviceId: SHIP, protocol: 'ais', address: `127.0.0.1:${socket.address().port}` });
    socket.close();
  });

  it('what was acknowledged is stored after the gateway was killed', async () => {
    await start([listener('json', { unknownDevices: 'register' })]);
    const trackers = [1, 2, 3, 4].map((n) => attach('json', n));
    let second = 0;
    const reporting = setInterval(() => {
      second += 1;
      for (const { tracker } of trackers) tracker.report(vehicle.fixAt(START + second * 1000));
    }, 5);
    await eventually('many are acknowledged', () => trackers.every(({ settled }) => settled.length > 50));
    await gateway.end('SIGKILL');
    clearInterval(reporting);
    await start([listener('json', { unknownDevices: 'register' })]);
    for (const { deviceId, settled } of trackers) {
      const stored = (await historyOf(client, deviceId, 10_000)).map(({ dateTime }) => dateTime);
      expect(stored).to.include.members(settled.map(({ dateTime }) => dateTime));
      expect(new Set(stored).size).to.equal(stored.length);
    }
  });

  it('a gateway that is stopped closes its connections and ends without an error', async () => {
    await start([listener('json')]);
    const { socket } = attach('json');
    const silent = attach('json', 2);
    await eventually('both are connected', async () => (await connectionsOf()).length === 2);
    expect(await gateway.end('SIGTERM')).to.equal(0);
    await eventually('both are closed', () => socket.destroyed && silent.socket.destroyed);
  });

  it('a wrong listener stops the start with its key and the fix', async () => {
    const failed = await startGateway({ folder: folder(), config: { serial: { listeners: [listener('ubx')] } } }).then(
      () => 'started',
      (error: unknown) => String(error),
    );
    expect(failed).to.contain('serial.listeners.0.protocol must be one of').and.to.contain('not ubx');
  });

  it('the metrics have the listener with its connections and refusals', async () => {
    await start([listener('json', { allow: ['127.0.0.2/32'] })]);
    const { socket } = attach('json');
    await eventually('it is refused', () => socket.destroyed);
    const metrics = await (
      await fetch(`${gateway.url}/metrics`, { headers: { Authorization: `Bearer ${TEST_KEY}` } })
    ).text();
    expect(metrics).to.contain(`waypost_listener_refused_total{path="${path()}",reason="outside_allow"} 1`);
    expect(metrics).to.contain(`waypost_listener_connections{path="${path()}"} 0`);
    expect(metrics).to.contain(`waypost_serial_port_state{path="${path()}",state="open"} 1`);
  });
});
