import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { trackerKinds } from '../../src/simulator/trackers/index.js';
import { historyOf } from '../support/api/api-queries.js';
import { signIn } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { freePort } from '../support/gateway/free-port.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { startSimulate } from '../support/gateway/simulate.js';
import { killAll, runWaypost } from '../support/gateway/waypost.js';
import { useFolder } from '../support/store/folder.js';

const host = '127.0.0.1';

describe('waypost simulate --connect', () => {
  const folder = useFolder();
  afterEach(killAll);

  it('the printed configuration has the listener', async () => {
    const waypost = runWaypost(['simulate', '--protocol', 'json', '--connect', `udp://${host}:5027`]);
    await eventually('the configuration is printed', () => waypost.output().includes('Ctrl-C'));
    const [, json = ''] = /^(\{.*\})$/m.exec(waypost.output()) ?? [];
    expect(JSON.parse(json)).to.deep.equal({
      serial: { listeners: [{ transport: 'udp', port: 5_027, protocol: 'json' }] },
    });
  });

  for (const protocol of ['json', 'wpt', 'taip'] as const) {
    it(`${protocol} trackers report to a listener, each over its own connection`, async () => {
      const { ids, isAcknowledged } = trackerKinds[protocol];
      const deviceIds = [1, 2].map((n) => ids.nth(ids.prefix ?? protocol, n));
      const port = await freePort();
      mkdirSync(join(folder(), 'data'), { recursive: true });
      const listener = { transport: 'tcp', host, port, protocol, unknownDevices: 'register' };
      const { url } = await startGateway({ folder: folder(), config: { serial: { listeners: [listener] } } });
      const simulation = await startSimulate(
        ...['--protocol', protocol, '--count', '2', '--connect', `${host}:${port}`, '--from', '2026-11-21T08:00:00Z'],
        ...['--interval', '1', '--duration', '30', '--speed', '10'],
        ...(isAcknowledged ? ['--unplug', '10,3'] : []),
      );
      expect(await simulation.ended).to.equal(0);
      const client = await signIn(url, { apiKey: TEST_KEY });
      for (const deviceId of deviceIds) {
        const times = (await historyOf(client, deviceId)).map(({ dateTime }) => dateTime);
        expect(new Set(times).size).to.equal(times.length);
        // What is sent before the connection is open is lost, unless it is kept until it is acknowledged.
        if (isAcknowledged) expect(times).to.have.length(30);
        else expect(times.length).to.be.above(20);
      }
    });
  }
});
