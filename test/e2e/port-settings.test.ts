import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { describePorts } from '../../src/cli/ports/describe.js';
import { portRows } from '../../src/cli/ports/row.js';
import { createApp, type App } from '../../src/app.js';
import { valueOf } from '../../src/errors.js';
import { silentLogger } from '../../src/logger.js';
import { validateConfig } from '../../src/schema/config/config.js';
import type { PortStatus } from '../../src/schema/ports/port.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { jsonLine } from '../../src/simulator/json/line.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { historyOf } from '../support/api/api-queries.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { TEST_KEY } from '../support/gateway/gateway.js';
import { createDeviceTree } from '../support/serial/device-tree.js';
import { useFolder } from '../support/store/folder.js';

const NAME = 'by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0';

describe('ports that users add', () => {
  const folder = useFolder();
  const vehicle = createVehicle({ seed: 3 });
  let tree: ReturnType<typeof createDeviceTree>;
  let line: VirtualPort;
  let app: App | undefined;
  let client: Client;
  let url = '';
  let sent = 0;

  const node = (): string => join(tree.roots.dev, 'ttyUSB0');
  const byId = (): string => join(tree.roots.dev, 'serial', NAME);
  const address = (path: string): string => `/api/ports?path=${encodeURIComponent(path)}`;
  const ports = async (own = client): Promise<readonly PortStatus[]> =>
    (await own.call('GET', '/api/ports')).body.ports as PortStatus[];
  const portAt = async (path: string): Promise<PortStatus | undefined> =>
    (await ports()).find((port) => port.path === path);
  const put = (path: string, body: object, own = client) => own.call('PUT', address(path), body);
  const send = (): void => {
    sent += 1;
    const location = vehicle.fixAt(Date.UTC(2026, 10, 21, 10) + 1000 * sent);
    void line.write(jsonLine({ id: sent, deviceId: 'van-1', location }, { checked: true })).catch(() => undefined);
  };

  async function start(config: object = {}, configured = new Set(['serial.scan'])): Promise<void> {
    const whole = { http: { host: '127.0.0.1', port: 0 }, ...config };
    app = await createApp(
      { config: valueOf(validateConfig(whole)), configured, data: join(folder(), 'data'), adminApiKey: TEST_KEY },
      { logger: silentLogger, systemPaths: tree.roots },
    );
    url = `http://127.0.0.1:${(await app.start()).port}`;
    client = await signIn(url, { apiKey: TEST_KEY });
  }
  async function stop(): Promise<void> {
    await app?.stop();
    app = undefined;
  }
  /** A user with these privileges, signed in. */
  async function userWith(own: object): Promise<Client> {
    const input = { name: 'tech', email: 'tech@example.org', country: 'ES', timeZone: 'Europe/Madrid', ...own };
    const { body } = await client.call('POST', '/api/users', input);
    const key = await client.call('POST', `/api/users/${String(body.id)}/apiKey`);
    return signIn(url, { userName: 'tech', apiKey: String(key.body.apiKey) });
  }

  beforeEach(() => {
    mkdirSync(join(folder(), 'data'));
    tree = createDeviceTree(folder());
    line = openVirtualPort(join(folder(), 'tracker'));
    tree.plugUsb({ name: 'ttyUSB0', target: line.path });
    tree.link(NAME, 'ttyUSB0');
  });
  afterEach(async () => {
    line.close();
    await stop();
  });

  it('an adapter that is plugged in is listed, used on request, kept over a restart, and free again once removed', async () => {
    await start();
    await client.call('POST', '/api/devices', { id: 'van-1' });
    await eventually('the adapter is listed', async () => (await portAt(byId()))?.state === 'available');
    const found = await portAt(byId());
    expect(found).to.include({ source: null, name: null, protocol: 'auto' });
    expect(found?.by).to.include(node());
    expect(found?.device).to.include({ manufacturer: 'FTDI', product: 'FT232R USB UART', vendorId: '0403' });

    const added = await put(byId(), { protocol: 'auto', name: 'socket 3' });
    expect(added.status).to.equal(200);
    expect(added.body.port).to.deep.include({ path: byId(), name: 'socket 3', source: 'store' });
    const isRead = async (): Promise<boolean> => {
      send();
      return (await portAt(byId()))?.protocol === 'json' && (await historyOf(client, 'van-1')).length > 3;
    };
    await eventually('the tracker is detected and its locations are stored', isRead);

    await stop();
    await start();
    await eventually('the port is read after a restart', isRead);
    expect((await portAt(byId()))?.settings).to.deep.equal({ protocol: 'auto', name: 'socket 3', enabled: true });

    expect((await client.call('DELETE', address(byId()))).status).to.equal(200);
    await eventually('the adapter is free', async () => (await portAt(byId()))?.state === 'available');
    expect((await client.call('DELETE', address(byId()))).status).to.equal(404);
  });

  it('waypost ports has the names of ports, their settings and where these are from', async () => {
    await start({ serial: { ports: [{ path: join(tree.roots.dev, 'ttyACM4'), protocol: 'json', name: 'gate' }] } });
    await put(byId(), { protocol: 'json', name: 'socket 3', enabled: false });
    const statuses = await ports();
    const configs = [{ path: join(tree.roots.dev, 'ttyACM4'), protocol: 'json', name: 'gate' }];
    const lines = describePorts(await portRows({ roots: tree.roots, configs, statuses }), []).split('\n');
    expect(lines.find((text) => text.includes('ttyUSB0'))).to.match(/socket 3 .* json, disabled +store/);
    expect(lines.find((text) => text.includes('ttyACM4'))).to.match(/gate .* json +configuration/);
  });

  it('the first start switches the scan for USB adapters on, and a store that had none keeps it off', async () => {
    tree.addNode('ttyAMA0');
    await start({}, new Set());
    await eventually('the adapter is read', async () => (await portAt(byId()))?.source === 'scan');
    expect((await portAt(join(tree.roots.dev, 'ttyAMA0')))?.state).to.equal('available');
    expect((await client.call('PATCH', '/api/settings', { serial: { scan: null } })).status).to.equal(200);
    await stop();
    await start({}, new Set());
    await eventually('the adapter is listed', async () => (await portAt(byId()))?.state === 'available');
    expect((await client.call('PATCH', '/api/settings', { serial: { scan: true } })).status).to.equal(200);
    await eventually('the adapter is read again', async () => (await portAt(byId()))?.source === 'scan');
  });

  it('a disabled port is closed and listed, and reads again once enabled', async () => {
    await start();
    await put(byId(), { protocol: 'json', enabled: true });
    await eventually('the port is open', async () => (await portAt(byId()))?.state === 'open');
    await put(byId(), { protocol: 'json', enabled: false });
    expect(await portAt(byId())).to.include({ state: 'disabled', reason: null });
    const { body } = await client.call('GET', '/api/health');
    expect(body.serial).to.include({ ports: 0, open: 0 });
    await put(byId(), { protocol: 'json' });
    await eventually('the port is open again', async () => (await portAt(byId()))?.state === 'open');
  });

  it('the configuration overrides what users ask for, and the refusal names its key', async () => {
    await start({ serial: { ports: [{ path: node(), protocol: 'json', name: 'gate' }] } });
    expect(await portAt(node())).to.include({ source: 'configuration', name: 'gate' });
    for (const path of [node(), byId()]) {
      const { status, body } = await put(path, { protocol: 'auto' });
      expect([status, body.error]).to.deep.equal([
        409,
        `${path} is set by serial.ports.0 in the configuration: change it there and restart the gateway`,
      ]);
    }
    expect((await client.call('DELETE', address(node()))).status).to.equal(409);
    expect((await ports()).length).to.equal(1);
  });

  it('what is no serial device, the SMS modem, another name of a port and wrong settings are refused', async () => {
    tree.addNode('ttyUSB5');
    tree.addNode('watchdog');
    await start({ notifications: { sms: { path: join(tree.roots.dev, 'ttyUSB5') } } });
    await put(byId(), { protocol: 'json', enabled: false });
    const refusals: readonly (readonly [path: string, body: object, status: number, message: string])[] = [
      [join(tree.roots.dev, 'watchdog'), { protocol: 'auto' }, 400, 'is not a serial device'],
      [`${tree.roots.dev}/pts/../ttyUSB0`, { protocol: 'auto' }, 400, 'is not a serial device'],
      ['/etc/passwd', { protocol: 'auto' }, 400, 'is not a serial device'],
      ['tcp-listen://0.0.0.0:5000', { protocol: 'auto' }, 400, 'path'],
      ['/dev/'.padEnd(301, 'x'), { protocol: 'auto' }, 400, 'path'],
      [join(tree.roots.dev, 'ttyUSB5'), { protocol: 'auto' }, 409, 'is the SMS modem'],
      [node(), { protocol: 'auto' }, 409, `is already used as ${byId()}`],
      [byId(), { protocol: 'morse' }, 400, '/protocol must be one of'],
      [byId(), { protocol: 'nmea0183' }, 400, '/deviceId is missing'],
      [byId(), { protocol: 'json', name: 'a\u0007b' }, 400, '/name'],
      [byId(), { protocol: 'json', capture: 5 }, 400, 'capture'],
    ];
    for (const [path, body, status, message] of refusals) {
      const answer = await put(path, body);
      expect(answer.status, path).to.equal(status);
      expect(answer.body.error, path).to.include(message);
    }
    expect((await ports()).map(({ path }) => path)).to.deep.equal([byId()]);
  });

  it('users with the privilege provision use serial devices, only administrators ports on the network', async () => {
    await start();
    await eventually('the adapter is listed', async () => (await ports()).length === 1);
    const tech = await userWith({ privileges: ['provision'] });
    expect(await ports(tech)).to.have.length(1);
    expect((await put('tcp://127.0.0.1:9', { protocol: 'auto' }, tech)).status).to.equal(403);
    expect((await put(byId(), { protocol: 'auto' }, tech)).status).to.equal(200);
    expect((await put('tcp://127.0.0.1:9', { protocol: 'auto', enabled: false })).status).to.equal(200);
    expect((await tech.call('DELETE', address('tcp://127.0.0.1:9'))).status).to.equal(403);
    expect((await tech.call('DELETE', address(byId()))).status).to.equal(200);
  });

  it('users without the privilege, or restricted to a group, do not see unused devices and change nothing', async () => {
    await start();
    await eventually('the adapter is listed', async () => (await ports()).length === 1);
    const group = String((await client.call('POST', '/api/groups', { name: 'North' })).body.id);
    const restricted = await userWith({ privileges: ['provision'], group });
    expect(await ports(restricted)).to.deep.equal([]);
    expect((await put(byId(), { protocol: 'auto' }, restricted)).status).to.equal(403);
    const { body } = await client.call('GET', '/api/users');
    const [{ id } = { id: '' }] = (body.users as { id: string; name: string }[]).filter(({ name }) => name === 'tech');
    await client.call('PATCH', `/api/users/${id}`, { privileges: ['devices:write'], group: null });
    expect(await ports(restricted)).to.deep.equal([]);
    expect((await put(byId(), { protocol: 'auto' }, restricted)).status).to.equal(403);
  });
});
