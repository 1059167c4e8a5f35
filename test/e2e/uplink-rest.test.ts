import { expect } from 'chai';
import type { UplinkRecord } from '../../src/schema/uplinks/uplink-record.js';
import type { RecordsPage } from '../../src/services/history/records.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { freePort } from '../support/gateway/free-port.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { useFolder } from '../support/store/folder.js';
import { fixAt } from '../support/store/records.js';
import { createTestSink } from '../support/uplinks/rest-sink.js';

const DEVICES = ['bus', 'van', 'tram'];
const RECORDS = 3_000;
const BATCH = 150;
/** Every this many batches one of the gateways is killed, in turns. */
const KILL_EVERY = 4;

type Side = { gateway: Gateway; client: Client };
type AnyPage = Omit<RecordsPage, 'records'> & { readonly records: readonly UplinkRecord[] };

/** The records of a gateway, page by page, are sent to another one by the uplink's sink. */
describe('records from one gateway to another', () => {
  const folders = { near: useFolder(), far: useFolder() };
  const sides = new Map<string, Side>();
  const ports = new Map<string, number>();
  const sideOf = (name: string): Side => {
    const side = sides.get(name);
    if (side === undefined) throw new Error(`${name} is not started`);
    return side;
  };

  async function start(name: 'near' | 'far'): Promise<void> {
    const port = ports.get(name) ?? (await freePort());
    ports.set(name, port);
    const gateway = await startGateway({ folder: folders[name](), arguments: ['--port', String(port)] });
    sides.set(name, { gateway, client: await signIn(gateway.url, { apiKey: TEST_KEY }) });
  }
  async function kill(name: 'near' | 'far'): Promise<void> {
    await sideOf(name).gateway.end('SIGKILL');
    await start(name);
  }
  afterEach(async () => {
    for (const { gateway } of sides.values()) await gateway.end('SIGKILL');
  });

  async function page(name: string, after: string, limit: number): Promise<AnyPage> {
    const { body } = await sideOf(name).client.call(
      'GET',
      `/api/records?kinds=location,alert&after=${after}&limit=${limit}`,
    );
    return body as unknown as AnyPage;
  }
  async function idsOf(name: string, idOf: (record: UplinkRecord) => string | undefined): Promise<string[]> {
    const ids: string[] = [];
    let [after, isDone] = ['', false];
    while (!isDone) {
      const found = await page(name, after, 1_000);
      ids.push(...found.records.flatMap((record) => idOf(record) ?? []));
      after = found.next;
      isDone = Number(found.next.split('.')[1]) >= found.end;
    }
    return ids;
  }

  it('every record is there once, those of a device in order, while both gateways are killed again and again', async () => {
    await start('near');
    await start('far');
    for (const name of ['near', 'far']) {
      for (const id of DEVICES) await sideOf(name).client.call('POST', '/api/devices', { id });
    }
    let made = 0;
    /** The next records arrive at the near gateway. */
    async function ingest(): Promise<void> {
      const { client } = sideOf('near');
      for (const id of DEVICES) {
        const locations = Array.from({ length: BATCH / DEVICES.length }, (_, n) => fixAt(made + n));
        await client.call('POST', `/api/devices/${id}/locations`, { locations });
      }
      const alert = { alerts: ['SOSButton'], dateTime: fixAt(made).dateTime };
      await client.call('POST', '/api/devices/bus/alerts', { alert });
      made += BATCH / DEVICES.length;
    }

    const { store } = await page('near', '', 1);
    const sink = createTestSink({
      url: sideOf('far').gateway.url,
      settings: { apiKey: TEST_KEY },
      options: { storeId: () => store },
      speed: 10,
    });
    sink.start(() => undefined);
    let [after, before, batches, kills] = ['', '', 0, 0];
    for (;;) {
      if (made * DEVICES.length < RECORDS) await ingest();
      const { records, next, end } = await page('near', after, BATCH);
      if (records.length === 0) {
        after = next;
        if (Number(next.split('.')[1]) >= end && made * DEVICES.length >= RECORDS) break;
        continue;
      }
      await eventually('the sink is connected', () => sink.status().connected);
      const sending = sink.send('history', records);
      batches += 1;
      const isKill = batches % KILL_EVERY === 0;
      if (isKill) kills += 1;
      // In the middle of a request, or right after it.
      if (isKill && kills % 2 === 0) await kill('far');
      const { results } = await sending;
      if (isKill && kills % 2 === 1) await kill('near');
      const isTaken = results.every(({ outcome }) => outcome === 'accepted' || outcome === 'repeated');
      // The position is stored only now and then: what a crash forgets is sent again.
      if (isKill) after = before;
      else if (isTaken) [before, after] = [after, next];
    }
    await sink.stop();
    expect(kills).to.be.at.least(4);
    const own = await idsOf('near', ({ id }) => id);
    const there = await idsOf('far', ({ source }) => source?.id);
    expect(own).to.have.lengthOf(RECORDS + RECORDS / BATCH);
    expect(there).to.have.lengthOf(own.length);
    expect(new Set(there)).to.deep.equal(new Set(own));
    for (const id of DEVICES) {
      const isOwn = ({ kind, deviceId }: UplinkRecord): boolean => kind === 'location' && deviceId === id;
      const ofDevice = await idsOf('far', (record) => (isOwn(record) ? record.source?.id : undefined));
      const numbers = ofDevice.map((one) => Number(one.split(':')[2]));
      expect(numbers, id).to.deep.equal(numbers.toSorted((a, b) => a - b));
    }
  });
});
