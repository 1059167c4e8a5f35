import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { DeadLetterView, UplinkView } from '../../src/schema/uplinks/uplink.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { runToEnd } from '../support/gateway/run-to-end.js';
import { killAll } from '../support/gateway/waypost.js';
import { useFolder } from '../support/store/folder.js';
import { fixAt } from '../support/store/records.js';
import { eachRecord } from './uplinks/records.js';
import { POISONED_FAR_SIDES } from './uplinks/poisoned-far-sides.js';

const RECORDS = Number(process.env.WAYPOST_UPLINK_POISON_RECORDS ?? 2_000);
const DEVICES = 50;
/** One of this many records is larger than the far side takes. */
const LARGE_EVERY = 1_000;
const UPLINK = 'center';
const UNKNOWN = `bus-${DEVICES - 1}`;
const PER_POST = 200;
const FORWARDED_MS = 300_000;
/** 8 KiB, the most that a location takes. */
const LARGE = { alerts: Array<string>(32).fill('x'.repeat(256)) };

type Stored = { readonly n: number; readonly id: string; readonly deviceId: string; readonly isLarge: boolean };
const numberIn = (id: string): number => Number(id.slice(id.lastIndexOf(':') + 1));

describe('records that a far side refuses among many that it takes', () => {
  const folder = useFolder();
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  after(killAll);

  const folderOf = (name: string): string => {
    const path = join(folder(), name);
    mkdirSync(path);
    return path;
  };

  /** The locations of all devices in turn, some of them large, in posts of `PER_POST` of one device at most. */
  async function ingest(client: Client, devices: readonly string[]): Promise<void> {
    const each = RECORDS / DEVICES;
    for (let from = 0; from < each; from += PER_POST) {
      for (const [index, id] of devices.entries()) {
        const locations = Array.from({ length: Math.min(PER_POST, each - from) }, (_, at) => {
          const second = from + at;
          const isLarge = (second * DEVICES + index) % LARGE_EVERY === LARGE_EVERY / 2;
          return { ...fixAt(second), ...(isLarge && LARGE) };
        });
        const { status } = await client.call('POST', `/api/devices/${id}/locations`, { locations });
        expect(status).to.equal(201);
      }
    }
  }

  async function storedIn(client: Client): Promise<readonly Stored[]> {
    const stored: Stored[] = [];
    await eachRecord(client, (record) => {
      const isLarge = record.kind === 'location' && (record.location.alerts ?? []).length > 0;
      stored.push({ n: numberIn(record.id), id: record.id, deviceId: record.deviceId, isLarge });
    });
    return stored;
  }

  const uplinkOf = async (client: Client): Promise<UplinkView | undefined> =>
    ((await client.call('GET', '/api/uplinks')).body.uplinks as UplinkView[])[0];
  const deadLetters = async (client: Client): Promise<readonly DeadLetterView[]> =>
    (await client.call('GET', `/api/uplinks/${UPLINK}/deadLetters`)).body.deadLetters as DeadLetterView[];
  const isForwarded = async (client: Client): Promise<boolean> => {
    const uplink = await uplinkOf(client);
    if (uplink?.state === 'stopped') throw new Error(`the uplink has stopped: ${uplink.reason ?? ''}`);
    return uplink?.behind.records === 0;
  };

  /** The list names each refused record, and no other. */
  function expectExact(dead: readonly DeadLetterView[], refused: readonly Stored[]): void {
    const large = refused.filter(({ deviceId }) => deviceId !== UNKNOWN);
    const others = dead.filter(({ deviceId }) => deviceId !== UNKNOWN);
    const ranges = others.map(({ deviceId, from, to, records }) => ({ deviceId, from, to, records }));
    const byNumber = (a: { readonly from: number }, b: { readonly from: number }): number => a.from - b.from;
    expect(ranges.sort(byNumber)).to.deep.equal(
      large.map(({ deviceId, n }) => ({ deviceId, from: n, to: n, records: 1 })).sort(byNumber),
    );
    const ofUnknown = refused.filter(({ deviceId }) => deviceId === UNKNOWN).map(({ n }) => n);
    const own = dead.filter(({ deviceId }) => deviceId === UNKNOWN);
    expect(own.reduce((sum, { records }) => sum + records, 0)).to.equal(ofUnknown.length);
    expect(Math.min(...own.map(({ from }) => from))).to.equal(Math.min(...ofUnknown));
    expect(Math.max(...own.map(({ to }) => to))).to.equal(Math.max(...ofUnknown));
    expect(ofUnknown.filter((n) => !own.some(({ from, to }) => n >= from && n <= to))).to.deep.equal([]);
    for (const { reason } of dead) expect(reason).to.not.equal('');
  }

  for (const { type, start, isExactlyOnce } of POISONED_FAR_SIDES) {
    it(`${type}: all others arrive, the dead letters are exact, and a retry brings the missing ones alone`, async function () {
      this.timeout(this.timeout() + RECORDS * 60);
      const devices = Array.from({ length: DEVICES }, (_, index) => `bus-${index}`);
      const far = await start({ folder: folderOf('far'), devices, unknown: UNKNOWN });
      ends.push(far.end);
      const gateway: Gateway = await startGateway({
        folder: folderOf('depot'),
        config: { licenses: { total: 1_000 }, uplinks: [{ name: UPLINK, from: 'start', ...far.settings }] },
      });
      ends.push(() => gateway.end('SIGKILL'));
      const client = await signIn(gateway.url, { apiKey: TEST_KEY });
      for (const id of devices) await client.call('POST', '/api/devices', { id });
      await ingest(client, devices);
      await eventually('everything is forwarded or listed', () => isForwarded(client), { withinMs: FORWARDED_MS });

      const stored = await storedIn(client);
      const refused = stored.filter(({ deviceId, isLarge }) => deviceId === UNKNOWN || isLarge);
      const taken = stored.filter((one) => !refused.includes(one));
      expect(stored).to.have.lengthOf(RECORDS);
      expect(refused.filter(({ isLarge }) => isLarge)).to.have.lengthOf(RECORDS / LARGE_EVERY);
      const sorted = (ids: Iterable<string>): string[] => [...new Set(ids)].sort();
      const first = await far.arrived();
      expect(sorted(first)).to.deep.equal(sorted(taken.map(({ id }) => id)));
      expectExact(await deadLetters(client), refused);

      await far.mend();
      const retry = ['uplink', 'retry', UPLINK, '--url', gateway.url];
      const { code, output } = await runToEnd(retry, { env: { ...process.env, WAYPOST_API_KEY: TEST_KEY } });
      expect(code, output).to.equal(0);
      await eventually('the list is empty', async () => (await uplinkOf(client))?.deadLetters === 0, {
        withinMs: FORWARDED_MS,
      });
      await eventually('everything is forwarded', () => isForwarded(client), { withinMs: FORWARDED_MS });
      const all = await far.arrived();
      const isLater = (_: string, at: number): boolean => at >= first.length;
      expect(sorted(all)).to.deep.equal(sorted(stored.map(({ id }) => id)));
      expect(sorted(all.filter(isLater))).to.deep.equal(sorted(refused.map(({ id }) => id)));
      const repeated = all.length - new Set(all).size;
      if (isExactlyOnce) expect(repeated).to.equal(0);
      const counts = `${taken.length} at once, ${refused.length} refused and sent again, ${repeated} repeated`;
      console.log(`      ${type}: ${stored.length} records of ${DEVICES} devices: ${counts}`);
    });
  }
});
