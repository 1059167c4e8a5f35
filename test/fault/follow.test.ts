import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { userInput } from '../support/api/examples.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { createRandom } from '../support/protocols/random.js';
import { fixAt } from '../support/store/records.js';
import { killAll } from '../support/gateway/waypost.js';
import { startSums, type ReaderSums } from './follow/sums.js';

const RECORDS = Number(process.env.WAYPOST_FOLLOWED ?? 20_000);
const KILLS = Number(process.env.WAYPOST_FOLLOW_KILLS ?? 10);
const DEVICES = 8;
const BATCH = 250;
const EACH = Math.ceil(RECORDS / DEVICES / BATCH) * BATCH;
/** Small segments, so that some are closed and sorted while they are read. */
const config = { store: { segmentBytes: 1_048_576, snapshotBytes: 1_048_576 }, log: { level: 'error' } };

type Reader = { readonly name: string; readonly token: string; readonly file: string };

describe('readers that are killed while they follow the records', () => {
  const folder = useFolder();
  afterEach(killAll);

  const sumsOf = ({ file }: Reader): ReaderSums =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ReaderSums) : startSums();
  const idOf = (device: number): string => `bus-${device}`;

  /** Reads until it is killed after `ms`, or until `isDone`. */
  async function read(url: string, { token, file }: Reader, isDone: () => Promise<unknown>): Promise<void> {
    const reader = spawn(process.execPath, ['dist/test/fault/follow/reader.js', url, token, file], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const ended = once(reader, 'exit') as Promise<[number | null, string | null]>;
    await Promise.race([isDone(), ended]);
    reader.kill('SIGKILL');
    const [code] = await ended;
    if (code !== null) throw new Error(`a reader ended with ${code}`);
  }

  /** Spreads the batches over the kills, so that the last kills come while it still writes. */
  async function write({ call }: Client, device: number, kills: () => number): Promise<void> {
    for (let second = 0; second < EACH; second += BATCH) {
      const due = Math.floor((second / EACH) * 2 * KILLS);
      await eventually('the readers were killed often enough', () => kills() >= due, { withinMs: 600_000 });
      const locations = Array.from({ length: BATCH }, (_, at) => fixAt(second + at));
      expect(await call('POST', `/api/devices/${idOf(device)}/locations`, { locations })).to.include({ status: 201 });
    }
  }

  /** A reader who sees all devices, and one who sees one of them. */
  async function createReaders(url: string, admin: Client): Promise<Reader[]> {
    const { body } = await admin.call('POST', '/api/users', { ...userInput('one'), deviceId: idOf(3) });
    const { apiKey } = (await admin.call('POST', `/api/users/${String(body.id)}/apiKey`, {})).body;
    const one = await signIn(url, { userName: 'one', apiKey: String(apiKey) });
    return [
      { name: 'all devices', token: admin.token, file: join(folder(), 'all.json') },
      { name: 'one device', token: one.token, file: join(folder(), 'one.json') },
    ];
  }

  it(`after ${KILLS} kills each, the sums have every record exactly once and in order`, async function () {
    this.timeout(this.timeout() + RECORDS * 2 + KILLS * 5_000);
    const random = createRandom(16);
    mkdirSync(join(folder(), 'data'));
    const gateway = await startGateway({ folder: folder(), config });
    const admin = await signIn(gateway.url, { apiKey: TEST_KEY });
    for (let device = 0; device < DEVICES; device++) await admin.call('POST', '/api/devices', { id: idOf(device) });
    const readers = await createReaders(gateway.url, admin);

    let kills = 0;
    const writing = Promise.all(Array.from({ length: DEVICES }, (_, device) => write(admin, device, () => kills)));
    await Promise.all(
      readers.map(async (reader) => {
        for (let kill = 0; kill < KILLS; kill++) {
          const { pages } = sumsOf(reader);
          await read(gateway.url, reader, async () => {
            // A kill before the first page would only test the start of a process.
            await eventually('a page was read', () => sumsOf(reader).pages > pages);
            await delay(random.below(400));
          });
          kills += 1;
        }
      }),
    );
    await writing;

    for (const [reader, devices] of [
      [readers[0], Array.from({ length: DEVICES }, (_, device) => device)],
      [readers[1], [3]],
    ] as const) {
      if (reader === undefined) throw new Error('there are two readers');
      const isComplete = (): boolean =>
        devices.every((device) => (sumsOf(reader).devices[idOf(device)]?.count ?? 0) >= EACH);
      const withinMs = 240_000 + RECORDS;
      await read(gateway.url, reader, () => eventually('all records were read', isComplete, { withinMs }));
      const { problems, devices: sums, pages } = sumsOf(reader);
      expect(problems, reader.name).to.deep.equal([]);
      const start = Date.parse(fixAt(0).dateTime) / 1_000;
      const sum = EACH * start + (EACH * (EACH - 1)) / 2;
      expect(sums, reader.name).to.deep.equal(
        Object.fromEntries(devices.map((device) => [idOf(device), { count: EACH, sum, last: start + EACH - 1 }])),
      );
      console.log(`      ${reader.name}: ${devices.length * EACH} records in ${pages} pages`);
    }
    expect(await gateway.end('SIGTERM')).to.equal(0);
  });
});
