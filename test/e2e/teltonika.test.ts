import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { imei } from '../../src/simulator/queclink/frames.js';
import { historyOf } from '../support/api/api-queries.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { freePort } from '../support/gateway/free-port.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { startSimulate } from '../support/gateway/simulate.js';
import { killAll } from '../support/gateway/waypost.js';
import { useFolder } from '../support/store/folder.js';

const deviceIds = [1, 2].map((n) => imei('86100000', n));
const from = '2026-11-21T08:00:00.000Z';

describe('simulated Teltonika trackers and a listener', () => {
  const folder = useFolder();
  afterEach(killAll);

  async function serve(transport: 'tcp' | 'udp', port: number): Promise<Client> {
    mkdirSync(join(folder(), 'data'), { recursive: true });
    const listener = { transport, host: '127.0.0.1', port, protocol: 'teltonika', unknownDevices: 'register' };
    const { url } = await startGateway({ folder: folder(), config: { serial: { listeners: [listener] } } });
    return signIn(url, { apiKey: TEST_KEY });
  }

  const simulate = (address: string, ...args: readonly string[]) =>
    startSimulate(
      ...['--protocol', 'teltonika', '--count', '2', '--connect', address, '--from', from],
      ...['--interval', '0.5', '--duration', '50', '--speed', '10', ...args],
    );

  for (const [transport, faults] of [
    ['tcp', ['--unplug', '12,4', '--silence', '15,3']],
    ['udp', ['--silence', '5,1', '--resend', '0.3']],
  ] as const) {
    it(`acknowledged records are stored exactly once over ${transport}, which is cut off again and again`, async () => {
      const port = await freePort();
      const client = await serve(transport, port);
      const simulation = await simulate(`${transport}://127.0.0.1:${port}`, ...faults);
      expect(await simulation.ended).to.equal(0);
      for (const deviceId of deviceIds) {
        const summary = simulation.events('summary').find((line) => line.deviceId === deviceId);
        expect(summary).to.deep.include({ made: 100, acknowledged: 100, dropped: 0, kept: 0 });
        const stored = (await historyOf(client, deviceId)).map(({ dateTime }) => dateTime);
        expect(stored).to.have.length(100);
        expect(new Set(stored).size).to.equal(100);
      }
    });
  }

  it('a tracker that finds no gateway keeps its records, and a command reaches it when it has reported', async () => {
    const port = await freePort();
    const [deviceId = ''] = deviceIds;
    const simulation = await simulate(`127.0.0.1:${port}`, '--alert', '5');
    const client = await serve('tcp', port);
    await eventually('the first records are stored', async () => (await historyOf(client, deviceId)).length > 0);
    const { status, body } = await client.call('POST', `/api/devices/${deviceId}/sendCommand`, { command: 'getinfo' });
    expect(status).to.equal(200);
    expect(body.result).to.equal('getinfo: OK');
    expect(body.command).to.include({ state: 'done' });
    expect(await simulation.ended).to.equal(0);
    expect(await historyOf(client, deviceId)).to.have.length(100);
  });
});
