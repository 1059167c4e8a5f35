import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { PortStatus } from '../../src/schema/ports/port.js';
import type { AlertView } from '../../src/schema/records/alert.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { signIn } from '../support/api/client.js';
import { collectAcknowledgements } from '../support/gateway/serial-account.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { useFolder } from '../support/store/folder.js';
import { everyPage } from './alerts/depot.js';

const ROUNDS = Number(process.env.WAYPOST_ALERT_PLACE_KILLS ?? 20);
const deviceId = 'bus';
const START = Date.now() - 3_600_000;
const PAIRS_AT_ONCE = 5;
const PAUSE_MS = 5;

/** Each pair of a fix and an alert has a time and a latitude of its own. */
const timeOf = (pair: number): string => new Date(START + 100 * pair).toISOString();
const latitudeOf = (pair: number): number => Math.round((10 + pair / 1_000) * 1e6) / 1e6;
const pairOf = (pair: number): string =>
  [
    { id: 2 * pair, deviceId, location: { dateTime: timeOf(pair), latitude: latitudeOf(pair), longitude: 5 } },
    {
      id: 2 * pair + 1,
      deviceId,
      alert: { dateTime: timeOf(pair), alerts: ['SOSButton'], text: String(latitudeOf(pair)) },
    },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

/** What is sent before the port is open is lost with its opening, which may be between a fix and its alert. */
async function untilOpen({ url }: Gateway): Promise<void> {
  const client = await signIn(url, { apiKey: TEST_KEY });
  await eventually('the port is open', async () => {
    const { body } = await client.call('GET', '/api/ports');
    return (body.ports as readonly PortStatus[]).some(({ state }) => state === 'open');
  });
}

describe('kill -9 between a fix and its alert', () => {
  const folder = useFolder();

  it(`after ${ROUNDS} kills, every alert is at the fix that was sent just before it`, async function () {
    this.timeout(120_000 + ROUNDS * 10_000);
    mkdirSync(join(folder(), 'data'), { recursive: true });
    const path = join(folder(), 'tracker');
    const acknowledged = new Set<number>();
    const ports = [{ path, protocol: 'json', deviceId }];
    const start = (): Promise<Gateway> =>
      startGateway({ folder: folder(), config: { serial: { ports }, log: { level: 'error' } } });
    let sent = 0;
    async function write({ process: gateway }: Gateway, line: VirtualPort): Promise<void> {
      while (gateway.exitCode === null && gateway.signalCode === null) {
        const pairs = Array.from({ length: PAIRS_AT_ONCE }, () => pairOf(sent++));
        await Promise.race([line.write(pairs.join('')), delay(200)]);
        await delay(PAUSE_MS);
      }
    }

    for (let round = 0; round < ROUNDS; round += 1) {
      // A new line each time: the alert of a fix that the killed gateway had read is not sent to the next one alone.
      const line = openVirtualPort(path);
      collectAcknowledgements(line, { acknowledged });
      const gateway = await start();
      await untilOpen(gateway);
      const before = acknowledged.size;
      const writing = write(gateway, line);
      await eventually('the gateway stores', () => acknowledged.size > before);
      await delay((round * 37) % 150);
      await gateway.end('SIGKILL');
      await writing;
      line.close();
    }

    const last = await start();
    const client = await signIn(last.url, { apiKey: TEST_KEY });
    const alerts = await everyPage<AlertView>(client, `/api/devices/${deviceId}/alerts`, 'alerts');
    const wrong = alerts.filter(({ latitude, text }) => String(latitude) !== text);
    await last.end('SIGTERM');
    expect(wrong).to.deep.equal([]);
    expect(alerts.length).to.be.at.least([...acknowledged].filter((id) => id % 2 === 1).length);
    console.log(`      ${sent} pairs sent, ${alerts.length} alerts stored, each at its fix`);
  });
});
