import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Location } from '../../src/schema/records/location.js';
import { imei } from '../../src/simulator/queclink/frames.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { freePort } from '../support/gateway/free-port.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { createRandom } from '../support/protocols/random.js';
import { startTcpTracker, startUdpTracker, type NetworkTracker } from '../support/serial/network-trackers.js';
import { useFolder } from '../support/store/folder.js';

const ROUNDS = Number(process.env.WAYPOST_LISTENER_KILLS ?? 5);
const TCP_TRACKERS = 50;
const UDP_TRACKERS = 20;
const deviceIds = Array.from({ length: TCP_TRACKERS + UDP_TRACKERS }, (_, n) => imei('86000000', n));
const HOST = '127.0.0.1';
const TRACKER_HOST = '127.0.0.2';
/** Acknowledged records between two kills, at most. */
const MAX_ACKNOWLEDGED = 1_500;
/** Then the kill comes at any step of the next reports. */
const MAX_DELAY_MS = 10;

describe('kill -9 while trackers report to listeners', () => {
  const trackers: NetworkTracker[] = [];
  afterEach(() => {
    for (const { close } of trackers.splice(0)) close();
    killAll();
  });
  const folder = useFolder();

  it(`after ${ROUNDS} kills, each acknowledged record is stored once, and nothing is stored that was not sent`, async function () {
    this.timeout(this.timeout() + ROUNDS * 15_000);
    const random = createRandom(23);
    let countdown = Infinity;
    let onTime = (): void => undefined;
    const onAcknowledged = (): void => {
      countdown -= 1;
      if (countdown === 0) onTime();
    };
    const [tcp, udp] = [await freePort(), await freePort()];
    const listener = { host: HOST, protocol: 'teltonika' };
    const config = {
      serial: {
        listeners: [
          { ...listener, transport: 'tcp', port: tcp },
          { ...listener, transport: 'udp', port: udp },
        ],
      },
      licenses: { total: deviceIds.length },
      // Small segments, so that some kills happen while one is closed.
      store: { segmentBytes: 262_144, snapshotBytes: 131_072 },
      log: { level: 'error' },
    };
    mkdirSync(join(folder(), 'data'));
    const start = () => startGateway({ folder: folder(), config });

    function startTrackers(): void {
      for (const [n, deviceId] of deviceIds.entries()) {
        const options = { deviceId, seed: n, host: HOST, from: TRACKER_HOST, onAcknowledged };
        const isTcp = n < TCP_TRACKERS;
        trackers.push(isTcp ? startTcpTracker({ ...options, port: tcp }) : startUdpTracker({ ...options, port: udp }));
      }
    }

    for (let round = 0; round < ROUNDS; round += 1) {
      const isTime = new Promise<void>((resolve) => (onTime = resolve));
      countdown = 1 + random.below(MAX_ACKNOWLEDGED);
      const gateway = await start();
      if (round === 0) {
        const client = await signIn(gateway.url, { apiKey: TEST_KEY });
        // Before any tracker reports: the first round would be longer than the others.
        for (const id of deviceIds) await client.call('POST', '/api/devices', { id });
        startTrackers();
      }
      await isTime;
      await delay(random.below(MAX_DELAY_MS));
      await gateway.end('SIGKILL');
    }
    const gateway = await start();
    for (const { finish } of trackers) finish();
    await eventually('all are acknowledged', () => trackers.every(({ kept }) => kept() === 0));
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    const stored = await expectEachStoredOnce(client, trackers);
    const { body } = await client.call('GET', '/api/health');
    expect(body.store).to.deep.include({ losses: [] });
    expect(await gateway.end('SIGTERM')).to.equal(0);
    const ofTcp = trackers.slice(0, TCP_TRACKERS).reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
    console.log(`      ${stored} acknowledged, ${ofTcp} of them over TCP`);
  });
});

/** Of records in order of arrival; only locations have a location. */
type Page = {
  readonly records: readonly { readonly deviceId: string; readonly kind: string; readonly location?: Location }[];
  readonly next: string;
};

/** Compares all records of the gateway with those of the trackers, which are all acknowledged; returns their number. */
async function expectEachStoredOnce(client: Client, trackers: readonly NetworkTracker[]): Promise<number> {
  const sentBy = new Map(trackers.map(({ deviceId, sent }) => [deviceId, sent]));
  const stored = new Set<string>();
  const problems: string[] = [];
  let after = '';
  for (;;) {
    const { body } = await client.call('GET', `/api/records?limit=1000${after}`);
    const { records, next } = body as unknown as Page;
    for (const { deviceId, kind, location } of records) {
      const key = `${deviceId} ${location?.dateTime ?? kind}`;
      const fix = sentBy.get(deviceId)?.get(location?.dateTime ?? '');
      if (stored.has(key)) problems.push(`${key}: stored twice`);
      if (fix === undefined || fix.latitude !== location?.latitude || fix.longitude !== location.longitude) {
        problems.push(`${key}: not sent`);
      }
      stored.add(key);
    }
    if (after === `&after=${next}`) break;
    after = `&after=${next}`;
  }
  for (const { deviceId, acknowledged } of trackers) {
    for (const time of acknowledged) if (!stored.has(`${deviceId} ${time}`)) problems.push(`${deviceId} ${time}: lost`);
    if (acknowledged.size === 0) problems.push(`${deviceId}: nothing acknowledged`);
  }
  expect(problems.slice(0, 10)).to.deep.equal([]);
  return stored.size;
}
