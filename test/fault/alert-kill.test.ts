import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { openVirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { signIn, type Client } from '../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { collectAcknowledgements, createSerialWriter } from '../support/gateway/serial-account.js';
import { useFolder } from '../support/store/folder.js';
import {
  postAll,
  prepareDepot,
  statesIn,
  storedAlerts,
  storedSeconds,
  trackerOf,
  writeReports,
} from './alerts/depot.js';
import { expectedAlerts } from './alerts/oracle.js';
import { fixOf } from './alerts/script.js';

const ROUNDS = Number(process.env.WAYPOST_ALERT_KILLS ?? 20);
const TRACKERS = 8;
/** small segments, so that some kills happen while one is closed */
const config = { store: { segmentBytes: 262_144, snapshotBytes: 131_072 }, log: { level: 'error' } };

describe('kill -9 while alerts are computed', () => {
  const folder = useFolder();

  it(`after ${ROUNDS} kills, every alert of a stored record is there once, and rules and visits are as without kills`, async function () {
    this.timeout(this.timeout() + ROUNDS * 10_000);
    const overHttp = Array.from({ length: TRACKERS }, (_, number) => trackerOf(number));
    const overSerial = trackerOf(TRACKERS);
    const trackers = [...overHttp, overSerial];
    const line = openVirtualPort(join(folder(), 'tracker'));
    const undisturbed = join(folder(), 'undisturbed');
    mkdirSync(join(folder(), 'data'));
    collectAcknowledgements(line, overSerial);
    const writeOverSerial = createSerialWriter(line, overSerial, (second) => fixOf(overSerial.number, second));
    const ports = [{ path: line.path, protocol: 'json', deviceId: overSerial.deviceId }];
    const start = (serial = { ports }): Promise<Gateway> =>
      startGateway({ folder: folder(), config: { ...config, serial } });
    const clientOf = ({ url }: Gateway): Promise<Client> => signIn(url, { apiKey: TEST_KEY });

    const first = await start({ ports: [] });
    const rules = await prepareDepot(await clientOf(first), trackers);
    await first.end('SIGTERM');
    mkdirSync(undisturbed);
    cpSync(join(folder(), 'data'), join(undisturbed, 'data'), { recursive: true });

    for (let round = 0; round < ROUNDS; round++) {
      const gateway = await start();
      const client = await clientOf(gateway);
      const writing = [...overHttp.map((tracker) => writeReports(client, tracker)), writeOverSerial(gateway)];
      await delay(20 + ((round * 37) % 280));
      await gateway.end('SIGKILL');
      await Promise.all(writing);
    }

    const [killed, other] = [await start(), await startGateway({ folder: undisturbed, config })];
    const [client, otherClient] = [await clientOf(killed), await clientOf(other)];
    const sums = { acknowledged: 0, stored: 0, expected: 0 };
    for (const tracker of trackers) {
      const stored = await storedSeconds(client, tracker);
      const kept = new Set(stored);
      const lost = [...tracker.acknowledged].filter((second) => !kept.has(second));
      expect(lost, `${tracker.deviceId}: acknowledged and lost`).to.deep.equal([]);
      const alerts = (await storedAlerts(client, tracker, rules)).toSorted();
      const expected = expectedAlerts(tracker.number, stored).toSorted();
      expect(alerts, `${tracker.deviceId}: alerts`).to.deep.equal(expected);
      await postAll(otherClient, tracker, stored);
      const otherAlerts = (await storedAlerts(otherClient, tracker, rules)).toSorted();
      expect(otherAlerts, `${tracker.deviceId}: alerts without kills`).to.deep.equal(alerts);
      sums.acknowledged += tracker.acknowledged.size;
      sums.stored += stored.length;
      sums.expected += expected.length;
    }
    await Promise.all([killed.end('SIGTERM'), other.end('SIGTERM')]);
    line.close();
    const states = await statesIn(join(folder(), 'data'), trackers);
    expect(states).to.deep.equal(await statesIn(join(undisturbed, 'data'), trackers));
    expect(sums.acknowledged).to.be.greaterThan(ROUNDS);
    expect(sums.expected).to.be.greaterThan(ROUNDS);
    console.log(
      `      ${sums.acknowledged} records acknowledged (${overSerial.acknowledged.size} over serial), ` +
        `${sums.stored} stored, ${sums.expected} alerts expected, missing 0, twice 0`,
    );
  });
});
