import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createApp, type App } from '../../src/app.js';
import { valueOf } from '../../src/errors.js';
import { silentLogger } from '../../src/logger.js';
import { validateConfig } from '../../src/schema/config/config.js';
import { watchDevices } from '../../src/serial/linux/device-watcher.js';
import { createSimulatedModem } from '../../src/simulator/modem/modem.js';
import { jsonLine } from '../../src/simulator/json/line.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { portsOf } from '../support/api/api-queries.js';
import { signIn, type Client } from '../support/api/client.js';
import { createDeviceTree } from '../support/serial/device-tree.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { TEST_KEY } from '../support/gateway/gateway.js';

describe('a gateway with serial.scan', () => {
  const folder = useFolder();
  const vehicle = createVehicle({ seed: 3 });
  const name = 'by-id/usb-Tracker_7-if00';
  let tree: ReturnType<typeof createDeviceTree>;
  let line: VirtualPort;
  let app: App | undefined;
  let client: Client;
  let sent = 0;

  const send = (): void => {
    sent += 1;
    const location = vehicle.fixAt(Date.UTC(2026, 10, 21, 10) + 1000 * sent);
    void line.write(jsonLine({ id: sent, deviceId: 'van-1', location }, { checked: true }));
  };
  const port = async () => (await portsOf(client))[0];
  /** Sends a record and returns the number of received frames. */
  const sendAndCount = async (): Promise<number> => {
    send();
    return (await port())?.counters.frames ?? 0;
  };

  async function start(configured: readonly object[] = [], modem = ''): Promise<void> {
    const config = {
      http: { host: '127.0.0.1', port: 0 },
      serial: { scan: true, ports: configured },
      notifications: { sms: { path: modem } },
    };
    app = await createApp(
      { config: valueOf(validateConfig(config)), data: join(folder(), 'data'), adminApiKey: TEST_KEY },
      { logger: silentLogger, watchDevices: ({ onChange }) => watchDevices({ systemPaths: tree.roots, onChange }) },
    );
    client = await signIn(`http://127.0.0.1:${(await app.start()).port}`, { apiKey: TEST_KEY });
  }
  function plug(node: string): void {
    tree.addNode(node, line.path);
    tree.link(name, node);
  }
  function unplug(node: string): void {
    tree.unlink(name);
    tree.unplug(node);
    line.unplug();
  }

  beforeEach(() => {
    mkdirSync(join(folder(), 'data'));
    tree = createDeviceTree(folder());
    line = openVirtualPort(join(folder(), 'tracker'));
    sent = 0;
  });
  const stop = async (): Promise<void> => {
    await app?.stop();
    app = undefined;
  };
  afterEach(async () => {
    line.close();
    await stop();
  });

  it('a plugged-in tracker is read, detected, and recognized at another node after a replug', async () => {
    await start();
    expect(await portsOf(client)).to.deep.equal([]);
    plug('ttyUSB0');
    await eventually(
      'the protocol is detected',
      async () => (await sendAndCount()) > 3 && (await port())?.protocol === 'json',
    );
    unplug('ttyUSB0');
    await eventually('the port is absent', async () => (await port())?.state === 'absent');
    line.replug();
    plug('ttyUSB3');
    const before = (await port())?.counters.frames ?? 0;
    await eventually('data is received again', async () => (await sendAndCount()) > before);
    const ports = await portsOf(client);
    expect(ports).to.have.length(1);
    expect(ports[0]).to.include({ path: join(tree.roots.dev, 'serial', name), protocol: 'json', state: 'open' });
    expect(ports[0]?.counters.reopened).to.equal(1);
  });

  it('the modem is used only for SMS and is not a port', async () => {
    const modem = createSimulatedModem({ send: (text) => void line.write(text).catch(() => undefined) });
    line.onData(modem.onData);
    plug('ttyUSB0');
    const tracker = openVirtualPort(join(folder(), 'other'));
    try {
      tree.addNode('ttyUSB1', tracker.path);
      await start([], join(tree.roots.dev, 'ttyUSB0'));
      await eventually('the other device is read', async () => (await portsOf(client)).length > 0);
      await eventually('the modem is ready', async () => {
        const { body } = await client.call('GET', '/api/health');
        return JSON.stringify(body).includes('"name":"sms","waiting":0,"state":"ready"');
      });
      expect((await portsOf(client)).map(({ path }) => path)).to.deep.equal([join(tree.roots.dev, 'ttyUSB1')]);
    } finally {
      tracker.close();
    }
  });

  it('a configured port keeps its configuration, including its capture', async () => {
    plug('ttyUSB0');
    const path = join(tree.roots.dev, 'ttyUSB0');
    await start([{ path, protocol: 'json', capture: 1_000_000 }]);
    await eventually('data is received', async () => (await sendAndCount()) > 3);
    expect((await portsOf(client)).map((status) => status.path)).to.deep.equal([path]);
    await stop();
    const file = join(folder(), 'data/captures', `${path.replace(/[^A-Za-z0-9._-]+/g, '_')}.jsonl`);
    const lines = readFileSync(file, 'utf8');
    // Records sent before the port was open are lost.
    const [, id] = /"in":"\{\\"id\\":(\d+),/.exec(lines) ?? [];
    expect(id, lines).not.to.equal(undefined);
    expect(lines).to.contain(`"out":"{\\"id\\":${id ?? ''},`);
  });
});
