import { expect } from 'chai';
import type { UplinkRecord } from '../../../src/schema/uplinks/uplink-record.js';
import type { RecordsPage } from '../../../src/services/history/records.js';
import { signIn, type Client } from '../../support/api/client.js';
import { eventually } from '../../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../../support/gateway/gateway.js';
import { killAll } from '../../support/gateway/waypost.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt } from '../../support/store/records.js';
import { startNatsServer, useNatsServers } from '../../support/uplinks/nats-server.js';
import { addStream, openStreamReader, type StreamReader } from '../../support/uplinks/nats-stream.js';

const DEVICES = ['bus', 'van', 'tram'];
/** Locations of one device in one post. */
const POSTED = 25;
const ROUNDS = 20;
/** Of each gateway: locations, and an alert each round. */
const RECORDS = ROUNDS * (POSTED * DEVICES.length + 1);

type Page = Omit<RecordsPage, 'records'> & { readonly records: readonly UplinkRecord[] };
type Depot = { readonly folder: () => string; gateway?: Gateway; client?: Client };

describe('two gateways that forward to a NATS stream', () => {
  const depots: readonly Depot[] = [{ folder: useFolder() }, { folder: useFolder() }];
  const folder = useFolder();
  const own = useNatsServers();
  let reader: StreamReader | undefined;
  afterEach(() => reader?.close());
  after(killAll);

  async function start(depot: Depot, url: string): Promise<void> {
    const uplinks = [{ name: 'fleet', type: 'nats', url, from: 'start' }];
    depot.gateway = await startGateway({ folder: depot.folder(), config: { uplinks } });
    depot.client = await signIn(depot.gateway.url, { apiKey: TEST_KEY });
  }
  async function kill(depot: Depot, url: string): Promise<void> {
    await depot.gateway?.end('SIGKILL');
    await start(depot, url);
  }
  async function ingest({ client }: Depot, round: number): Promise<void> {
    for (const id of DEVICES) {
      const locations = Array.from({ length: POSTED }, (_, n) => fixAt(round * POSTED + n));
      await client?.call('POST', `/api/devices/${id}/locations`, { locations });
    }
    const alert = { alerts: ['SOSButton'], dateTime: fixAt(round * POSTED).dateTime };
    await client?.call('POST', '/api/devices/bus/alerts', { alert });
  }
  async function recordsOf({ client }: Depot): Promise<readonly UplinkRecord[]> {
    const records: UplinkRecord[] = [];
    for (let after = '', end = Infinity; Number(after.split('.')[1] ?? 0) < end;) {
      const answer = await client?.call('GET', `/api/records?kinds=location,alert&after=${after}&limit=1000`);
      const page = answer?.body as unknown as Page;
      records.push(...page.records);
      ({ next: after, end } = page);
    }
    return records;
  }

  it('the stream has every record once, those of a device in order, although all of them are killed again and again', async () => {
    const server = await own(startNatsServer({ folder: folder() }));
    const look = (reader = await openStreamReader(server.url, { maxReconnectAttempts: -1, reconnectTimeWait: 100 }));
    // The server itself recognizes no repeat that comes later than that.
    await addStream(look.jsm, { duplicateMs: 100 });
    for (const depot of depots) {
      await start(depot, server.url);
      for (const id of DEVICES) await depot.client?.call('POST', '/api/devices', { id });
    }
    let kills = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(depots.map((depot) => ingest(depot, round)));
      if (round % 4 === 3) {
        await server.kill();
        await server.start();
      }
      const depot = depots[(round >> 1) % depots.length];
      if (round % 2 === 1 && depot !== undefined) await kill(depot, server.url);
      if (round % 2 === 1) kills += 1;
    }
    expect(kills).to.equal(ROUNDS / 2);
    const logs = await Promise.all(depots.map(recordsOf));
    expect(logs.map(({ length }) => length)).to.deep.equal([RECORDS, RECORDS]);
    const count = async (): Promise<number> => (await look.jsm.streams.info('WAYPOST')).state.messages;
    await eventually('everything is forwarded', async () => (await count()) >= 2 * RECORDS);
    // What would come twice comes now: both uplinks are at the end of their logs.
    for (const { client } of depots) {
      await eventually('the uplink is idle', async () => {
        const { body } = (await client?.call('GET', '/api/uplinks')) ?? {};
        const { uplinks } = body as unknown as { uplinks: readonly { state: string }[] };
        return uplinks.every(({ state }) => state === 'idle');
      });
    }
    const stored = await look.all();
    expect(stored).to.have.lengthOf(2 * RECORDS);
    expect(new Set(stored.map(({ id }) => id))).to.deep.equal(new Set(logs.flat().map(({ id }) => id)));
    for (const subject of new Set(stored.map((one) => one.subject))) {
      const numbers = stored.filter((one) => one.subject === subject).map(({ record }) => record.n);
      expect(numbers, subject).to.deep.equal(numbers.toSorted((a, b) => a - b));
    }
  });
});
