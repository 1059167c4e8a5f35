import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { DEPOT } from '../../src/simulator/vehicle.js';
import { historyOf, lastLocationOf, portsOf } from '../support/api/api-queries.js';
import { signIn, type Client } from '../support/api/client.js';
import { startDemo, type Demo } from '../support/gateway/demo.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { runToEnd } from '../support/gateway/run-to-end.js';
import { killAll } from '../support/gateway/waypost.js';

describe('waypost demo', () => {
  const folder = useFolder();
  afterEach(killAll);

  it('a port in use is an error with the port and the fix, and exit status 1', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const ran = await runToEnd(['demo', '--port', String(port)], { env: { TMPDIR: folder() } });
    server.close();
    expect(ran).to.deep.equal({
      code: 1,
      output:
        `waypost: port ${port} of 127.0.0.1 is in use: stop the program that uses it (to find it: sudo ss -ltnp), ` +
        'or take any free port: npx waypost demo --port 0\n',
    });
    expect(readdirSync(folder())).to.deep.equal([]);
  });

  it('a missing folder for temporary files is an error with the folder and the fix, and exit status 1', async () => {
    const missing = join(folder(), 'missing');
    const { code, output } = await runToEnd(['demo', '--port', '0'], { env: { TMPDIR: missing } });
    expect(code).to.equal(1);
    expect(output).to.match(
      /^waypost: no folder can be created in .*missing \(ENOENT.*\): set TMPDIR to a folder .*\n$/,
    );
  });
});

describe('a running demo', () => {
  const folder = useFolder();
  let demo: Demo;
  let client: Client;

  beforeEach(async () => {
    demo = await startDemo(folder());
    const [, url = ''] = /(http:\S+?)\/api/.exec(demo.script) ?? [];
    const [, apiKey = ''] = /"apiKey":"([^"]+)"/.exec(demo.script) ?? [];
    client = await signIn(url, { apiKey });
  });
  afterEach(killAll);

  it('the demo prints the address of the gateway, and its vehicles drive near the depot', async () => {
    for (const deviceId of ['bus-1', 'bus-2', 'van-1', 'truck-1']) {
      const hasLocation = async (): Promise<boolean> => (await lastLocationOf(client, deviceId)) !== null;
      await eventually(`${deviceId} has a location`, hasLocation);
      const last = await lastLocationOf(client, deviceId);
      expect(last?.latitude).to.be.closeTo(DEPOT.latitude, 0.05);
      expect(last?.longitude).to.be.closeTo(DEPOT.longitude, 0.05);
    }
    const hasHistory = async (): Promise<boolean> => (await historyOf(client, 'bus-1')).length >= 3;
    await eventually('bus-1 has three locations', hasHistory);
    const history = await historyOf(client, 'bus-1');
    expect(new Set(history.map(({ longitude }) => longitude)).size).to.be.above(1);
    const countsVan2 = async (): Promise<boolean> =>
      (await portsOf(client)).some(({ path, counters }) => path.endsWith('van-2.tty') && counters.unknownDevices > 0);
    // van-2 may send its first report after bus-1 has sent three.
    await eventually('van-2 is counted as unknown', countsVan2);
    const ports = await portsOf(client);
    for (const { path, state, counters } of ports) {
      expect(state, path).to.equal(path.endsWith('bus-3.tty') ? 'absent' : 'open');
      expect(counters).to.include({ badChecksums: 0, rejected: 0 });
      expect(counters.unknownDevices > 0, path).to.equal(path.endsWith('van-2.tty'));
    }
    expect(ports).to.have.length(6);
  });

  it('the demo opens on a day of history, an SOS and a tracker that is not registered', async () => {
    expect(demo.output()).to.match(/^\nOpen http:\/\/127\.0\.0\.1:\d+, user admin, key [\w-]{43}\n/);
    const history = await historyOf(client, 'truck-1');
    expect(history.length).to.be.above(3_000);
    const hours = (Date.parse(history.at(-1)?.dateTime ?? '') - Date.parse(history[0]?.dateTime ?? '')) / 3_600_000;
    expect(hours).to.be.within(20, 24.1);
    const range = 'from=2000-01-01T00:00:00Z&to=9999-01-01T00:00:00Z';
    const alerts = (await client.call('GET', `/api/alerts?${range}`)).body.alerts as {
      deviceId: string;
      alerts: string[];
    }[];
    expect(alerts.map(({ deviceId, alerts: names }) => [deviceId, names])).to.deep.equal([['bus-2', ['SOSButton']]]);
    const isUnknown = async (): Promise<boolean> =>
      JSON.stringify((await client.call('GET', '/api/unknownDevices')).body).includes('"van-2"');
    await eventually('van-2 is quarantined', isUnknown);
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`${signal} stops the demo with exit status 0 and deletes its folder`, async () => {
      expect(readdirSync(demo.folder)).to.have.length(1);
      demo.process.kill(signal);
      expect(await demo.ended).to.equal(0);
      expect(readdirSync(demo.folder)).to.deep.equal([]);
    });
  }
});
