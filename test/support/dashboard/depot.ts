import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../../src/app.js';
import { localDate } from '../../../src/domain/clock/local-date.js';
import { valueOf } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import { validateConfig } from '../../../src/schema/config/config.js';
import { openVirtualPort } from '../../../src/simulator/ports/virtual-port.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { createClock } from '../../../src/time/clock.js';
import { signIn, type Client } from '../api/client.js';
import { eventually } from '../gateway/eventually.js';
import { freePort } from '../gateway/free-port.js';
import { TEST_KEY } from '../gateway/gateway.js';
import { createTechnician } from '../provisioning/provisioning-client.js';
import { createBenchTrackers } from '../provisioning/tracker-bench.js';
import { createDeviceTree } from '../serial/device-tree.js';
import { connectTracker } from '../serial/listener-bench.js';
import { CENTER, DEPOT, DEVICE, RECEIPT, seedDepot } from './depot-seed.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TIME_ZONE = 'Europe/Madrid';
const TRACKER = '860000000000017';
const UNKNOWN = 'unknown-860000000000025';
const LONG_PORT = 'serial/by-id/usb-Prolific_Technology_Inc._USB-Serial_Controller_DUCRb115J19-if00-port0';

/** A gateway with something of everything that the pages show. */
export type Depot = {
  readonly url: string;
  readonly client: Client;
  /** the values of the parameters in the paths of the pages */
  readonly params: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
};

export async function startDepot(): Promise<Depot> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-depot-'));
  mkdirSync(join(folder, 'data'));
  await seedDepot(join(folder, 'data'));
  const tree = createDeviceTree(folder);
  const unused = openVirtualPort(join(folder, 'unused'));
  tree.plugUsb({ name: 'ttyUSB0', target: unused.path });
  tree.link('by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0', 'ttyUSB0');
  const trackers = createBenchTrackers();
  const bench = trackers.plug({ folder, protocol: 'queclink', deviceId: TRACKER }).path;
  const line = openVirtualPort(join(folder, 'line'));
  const tcp = await freePort();
  const config = {
    http: { host: '127.0.0.1', port: 0 },
    serial: {
      ports: [
        { path: bench, protocol: 'queclink', name: `${DEPOT} bench, socket 3` },
        { path: line.path, protocol: 'json' },
        { path: join(tree.roots.dev, LONG_PORT), protocol: 'nmea0183', deviceId: 'bus-3' },
      ],
      listeners: [{ transport: 'tcp', host: '127.0.0.1', port: tcp, protocol: 'json' }],
    },
    // No server listens on port 1, so messages stay queued.
    notifications: { email: { smtp: { host: '127.0.0.1', port: 1 }, from: 'depot@depot.example' } },
    licenses: { total: 12 },
    uplinks: [CENTER],
    timeZone: TIME_ZONE,
  };
  const app = await createApp(
    {
      config: valueOf(validateConfig(config)),
      // Off: the plugged device stays unused.
      configured: new Set(['serial.scan']),
      data: join(folder, 'data'),
      adminApiKey: TEST_KEY,
    },
    { logger: silentLogger, systemPaths: tree.roots },
  );
  const url = `http://127.0.0.1:${(await app.start()).port}`;
  const client = await signIn(url, { apiKey: TEST_KEY });
  const created = await fillDepot(client);
  await line.write(`${JSON.stringify({ id: 1, deviceId: UNKNOWN, location: fixesUntil(1, 1)[0] })}\n`);
  const connected = connectTracker(tcp);
  connected.socket.write(`${JSON.stringify({ id: 1, deviceId: 'bus-2', location: fixesUntil(2, 1)[0] })}\n`);
  await eventually('the unknown device is listed', async () => {
    const { body } = await client.call('GET', '/api/unknownDevices');
    return JSON.stringify(body).includes(UNKNOWN);
  });
  await provisionOnce(client, created.templateId, bench);
  return {
    url,
    client,
    params: {
      ...created,
      deviceId: DEVICE,
      date: localDate(createClock().now(), TIME_ZONE),
      deviceIds: `${DEVICE},bus-2`,
      receiptId: RECEIPT,
      path: `tcp-listen://127.0.0.1:${tcp}`,
    },
    async stop() {
      connected.socket.destroy();
      await app.stop();
      trackers.stop();
      line.close();
      unused.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A minute apart, the last one now. */
function fixesUntil(seed: number, count: number): readonly object[] {
  const { fixAt } = createVehicle({ seed });
  const now = createClock().now();
  return Array.from({ length: count }, (_, index) => ({
    ...fixAt(now - (count - 1 - index) * MINUTE_MS),
    battery: 71,
    attributes: { ignition: true, oilPressureOfTheSecondEngine: 4.2 },
  }));
}

async function fillDepot(client: Client) {
  const idOf = async (path: string, body: object): Promise<string> => {
    const answer = await client.call('POST', path, body);
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${String(answer.body.error)}`);
    return String(answer.body.id);
  };
  const expires = (days: number) => new Date(createClock().now() + days * DAY_MS).toISOString();
  await client.call('POST', '/api/devices', {
    id: 'bus-2',
    name: `${DEPOT} 2`,
    expires: expires(10),
    tags: { a: 'b' },
  });
  await client.call('POST', '/api/devices', { id: 'bus-3', name: `${DEPOT} 3` });
  await client.call('POST', '/api/devices', { id: 'ship-244660001-of-the-harbor', expires: expires(1) });
  const groupId = await idOf('/api/groups', {
    name: `${DEPOT} north, with all buses of the night service`,
    description: `${DEPOT} and its surroundings`,
    devices: [DEVICE, 'bus-2'],
  });
  await client.call('POST', `/api/devices/${DEVICE}/locations`, { locations: fixesUntil(1, 90) });
  await client.call('POST', '/api/devices/bus-3/locations', { locations: fixesUntil(3, 2) });
  const ruleId = await idOf('/api/notifications', {
    name: `${DEPOT} emergencies at night and on all weekends`,
    groups: [groupId],
    emails: ['the-person-on-duty-of-the-depot@a-long-host-name.example'],
  });
  const zoneId = await idOf('/api/zones', {
    name: `${DEPOT} yard with the workshop and the fuel station`,
    description: `${DEPOT}, behind the gate`,
    home: true,
    shape: { type: 'circle', center: [5.6, 52.35], radius: 400 },
  });
  await idOf('/api/zones', {
    name: `${DEPOT} north`,
    color: '#1f77b4',
    shape: {
      type: 'corridor',
      coordinates: [
        [5.6, 52.35],
        [5.62, 52.36],
      ],
      width: 120,
    },
  });
  for (const [deviceId, alertName] of [
    [DEVICE, 'SOSButton'],
    ['bus-2', 'IgnitionOn'],
    ['bus-2', 'Crash'],
  ]) {
    const alert = { alertName, text: `${DEPOT}: the driver pressed the button`, latitude: 52.35, longitude: 5.62 };
    await client.call('POST', `/api/devices/${String(deviceId)}/alerts`, alert);
  }
  const templateId = await idOf('/api/templates', {
    name: `${DEPOT} vans`,
    description: `${DEPOT} vans and minibuses`,
    protocol: 'queclink',
    settings: { sendInterval: 120 },
  });
  const alertRuleId = await fillAlertRules(idOf, groupId);
  const account = { email: 'ana@depot.example', country: 'ES', timeZone: 'Europe/Madrid' };
  const userId = await idOf('/api/users', { ...account, name: `${DEPOT} Ana`, group: groupId });
  await client.call('POST', '/api/displays', { name: `${DEPOT} gate` });
  await fillUplinks(client);
  const message = { channel: 'email', to: 'queued@depot.example', subject: DEPOT, text: DEPOT };
  await client.call('POST', `/api/devices/${DEVICE}/messages`, message);
  return { groupId, ruleId, alertRuleId, templateId, userId, zoneId };
}

/** A rule with everything that its form can show, and shorter ones. */
async function fillAlertRules(idOf: (path: string, body: object) => Promise<string>, groupId: string): Promise<string> {
  const zone = await idOf('/api/zones', {
    name: `${DEPOT} yard with its long quay and the workshop`,
    shape: { type: 'circle', center: [5.62, 52.35], radius: 400 },
  });
  const rules = [
    { type: 'zone', zones: [zone], kind: 'allowed', all: true, attention: true },
    { type: 'temperature', above: 8, below: 2, devices: [DEVICE, 'bus-2', 'bus-3'] },
    { type: 'silent', all: true, enabled: false },
    { type: 'fuel', all: true },
  ];
  for (const rule of rules) await idOf('/api/alertRules', { name: `${DEPOT} ${rule.type}`, ...rule });
  return idOf('/api/alertRules', {
    name: `${DEPOT} too fast in the yard at night and on all weekends`,
    ...{ type: 'speed', limit: 20 / 3.6, zones: [zone], groups: [groupId], attention: true },
    activeHours: { from: '22:00', to: '06:00', days: [1, 3, 4, 5, 7] },
  });
}

/** One that is switched off, and one whose address was changed: it waits for a decision. */
async function fillUplinks(client: Client): Promise<void> {
  const put = async (name: string, body: object): Promise<void> => {
    await client.call('PUT', `/api/uplinks/${DEPOT}-${name}`, { type: 'rest', url: 'http://127.0.0.1:1', ...body });
  };
  await put('reserve', { enabled: false, bytesPerSecond: 20_000, window: '01:00-05:00' });
  await put('moved', { userName: DEPOT, apiKey: 'secret' });
  await put('moved', { userName: DEPOT, apiKey: 'secret', url: `http://127.0.0.1:1/${DEPOT}` });
}

async function provisionOnce(client: Client, template: string, path: string): Promise<void> {
  const technician = createTechnician(() => client);
  const { id } = await technician.begin({ ports: [path], template, once: true });
  await technician.over(id);
}
