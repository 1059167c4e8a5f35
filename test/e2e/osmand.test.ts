import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { historyOf } from '../support/api/api-queries.js';
import { signIn, type Client } from '../support/api/client.js';
import { freePort } from '../support/gateway/free-port.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { startSimulate } from '../support/gateway/simulate.js';
import { killAll } from '../support/gateway/waypost.js';
import { useFolder } from '../support/store/folder.js';

const DEVICE = 'phone-1';
const BODY = JSON.stringify({
  location: {
    timestamp: '2026-11-21T08:00:02Z',
    coords: { latitude: 52.6, longitude: 5.3, accuracy: 4, speed: 1.5, heading: -1, altitude: 2 },
    battery: { level: 0.5, is_charging: true },
  },
  device_id: DEVICE,
});

describe('a telephone that sends HTTP requests', () => {
  const folder = useFolder();
  let port: number;
  beforeEach(async () => {
    mkdirSync(join(folder(), 'data'));
    port = await freePort();
  });
  afterEach(killAll);

  async function start(
    unknownDevices = 'register',
  ): Promise<{ gateway: Awaited<ReturnType<typeof startGateway>>; client: Client }> {
    const listener = { transport: 'http', host: '127.0.0.1', port, protocol: 'osmand', unknownDevices };
    const gateway = await startGateway({ folder: folder(), config: { serial: { listeners: [listener] } } });
    return { gateway, client: await signIn(gateway.url, { apiKey: TEST_KEY }) };
  }

  /** As an app sends it. */
  async function send(query: string, init: { method?: string; body?: string; headers?: object } = {}): Promise<string> {
    const headers = { 'User-Agent': 'OsmAnd~ 4.7', ...init.headers };
    const response = await fetch(`http://127.0.0.1:${port}/${query}`, { ...init, headers });
    return `${response.status} ${(await response.text()).trim()}`;
  }
  const at = (second: number): string =>
    `?id=${DEVICE}&lat=52.5&lon=5.25&timestamp=${Date.UTC(2026, 10, 21, 8, 0, second)}`;

  it('what got 200 is there after kill -9, each once', async () => {
    const before = await start();
    for (let second = 10; second < 20; second += 1) expect(await send(at(second))).to.equal('200 stored');
    expect(await send('', { method: 'POST', body: BODY })).to.equal('200 stored');
    await before.gateway.end('SIGKILL');

    const { client } = await start();
    // The app did not get the last response, and sends again.
    expect(await send('', { method: 'POST', body: BODY })).to.equal('200 stored');
    const history = await historyOf(client, DEVICE);
    expect(history).to.have.length(11);
    expect(history.find(({ dateTime }) => dateTime === '2026-11-21T08:00:02.000Z')).to.deep.include({
      ...{ latitude: 52.6, longitude: 5.3, accuracy: 4, speed: 1.5, altitude: 2, battery: 50 },
    });
  });

  it('an unknown telephone is quarantined, bad requests and web pages are refused, and the row counts them', async () => {
    const { client } = await start('quarantine');
    expect(await send(at(1))).to.match(/^200 quarantined/);
    expect(await send('?lat=1&lon=2')).to.match(/^400 id is missing/);
    expect(await send(`?id=${DEVICE}&lat=1&lon=2&timestamp=noon`)).to.match(/^400 timestamp must be/);
    expect(await send('', { method: 'POST', body: `id=${'x'.repeat(1_000_000)}` })).to.match(/^413 /);
    expect(await send(at(2), { headers: { Origin: 'http://evil.example' } })).to.match(/^403 /);
    const { body: unknown } = await client.call('GET', '/api/unknownDevices');
    expect(JSON.stringify(unknown)).to.contain(DEVICE);
    const { body } = await client.call('GET', '/api/ports');
    const row = (body.ports as { path: string; listener?: { refused: object } }[]).find(
      ({ path }) => path === `http-listen://127.0.0.1:${port}`,
    );
    expect(row).to.deep.include({ state: 'open', protocol: 'osmand' });
    expect(row?.listener?.refused).to.deep.equal({ bad_request: 1, web_page: 1 });
  });

  it('simulated telephones send everything exactly once over a connection that is cut off again and again', async () => {
    const { client } = await start();
    const simulation = await startSimulate(
      ...['--protocol', 'osmand', '--count', '2', '--connect', `http://127.0.0.1:${port}`],
      ...['--from', '2026-11-21T08:00:00.000Z', '--interval', '1', '--duration', '40', '--speed', '10'],
      ...['--unplug', '12,4'],
    );
    expect(await simulation.ended).to.equal(0);
    for (const deviceId of ['phone-1', 'phone-2']) {
      const summary = simulation.events('summary').find((line) => line.deviceId === deviceId);
      expect(summary).to.deep.include({ made: 40, acknowledged: 40, dropped: 0, kept: 0 });
      const stored = (await historyOf(client, deviceId)).map(({ dateTime }) => dateTime);
      expect(new Set(stored).size).to.equal(40);
      expect(stored).to.have.length(40);
    }
  });
});
