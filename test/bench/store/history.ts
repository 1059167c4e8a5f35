import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger } from '../../../src/logger.js';
import { createClock } from '../../../src/time/clock.js';
import { openStore, type Store } from '../../../src/store/store.js';
import { atRest, firstAnswers } from './gateway-start.js';
import { DEVICES, first, INTERVAL_MS, record } from './records.js';

/**
 * The store with a short and with a long history: start, memory, range queries, appends. Each start is a new
 * process. `node … history.js [records [folder]]`: 10 million records by default; a named folder is kept, and reused
 * if it exists.
 */

const BATCH = 1_000;
const SHORT = 10_000;
const STARTS = 5;
const IDLE_MS = 120_000;

const open = (folder: string): Promise<Store> =>
  openStore({
    folder,
    clock: createClock(),
    logger: silentLogger,
    segmentBytes: 8_388_608,
    snapshotBytes: 8_388_608,
    retention: { days: 0, bytes: 0 },
  });

const quantile = (values: number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

async function fill(folder: string, records: number): Promise<void> {
  const store = await open(folder);
  for (let i = 0; i < records; i += BATCH * 8) {
    const batches = Array.from({ length: 8 }, (_, batch) => i + batch * BATCH).filter((from) => from < records);
    await Promise.all(
      batches.map((from) =>
        store.append(Array.from({ length: Math.min(BATCH, records - from) }, (_, place) => record(from + place))),
      ),
    );
  }
  await store.close();
}

/** Prints the time in ms to open the store in a new process. */
async function start(folder: string): Promise<void> {
  const begun = performance.now();
  const store = await open(folder);
  process.stdout.write(String(performance.now() - begun));
  await store.close();
}

/** Prints the measurements of a process that opens the folder, as JSON. */
async function measure(folder: string, records: number): Promise<void> {
  const store = await open(folder);
  global.gc?.();
  const rssMb = process.memoryUsage().rss / 1e6;
  const each = Math.floor(records / DEVICES);
  const end = first + each * INTERVAL_MS;
  const lastThousand: number[] = [];
  const hour: number[] = [];
  for (let i = 0; i < 200; i++) {
    const deviceId = `bus-${(i * 37) % DEVICES}`;
    const t0 = performance.now();
    const last = await store.history.locations({ deviceId, from: end - 1_000 * INTERVAL_MS, to: end, limit: 1_000 });
    lastThousand.push(performance.now() - t0);
    const from = first + (((i * 7919) % 1000) / 1000) * Math.max(0, end - first - 3_600_000);
    const t1 = performance.now();
    const range = await store.history.locations({ deviceId, from, to: from + 3_600_000, limit: 10_000 });
    hour.push(performance.now() - t1);
    if (!last.ok || !range.ok || last.value.records.length < Math.min(1000, each)) throw new Error('a query is wrong');
  }
  const rssAfterMb = process.memoryUsage().rss / 1e6;
  const appends = await appendFor(store, 5_000, records);
  process.stdout.write(
    JSON.stringify({
      rssMb,
      rssAfterMb,
      last1000p50: quantile(lastThousand, 0.5),
      last1000p99: quantile(lastThousand, 0.99),
      hourP50: quantile(hour, 0.5),
      hourP99: quantile(hour, 0.99),
      appendsPerSecond: appends,
    }),
  );
  await store.close();
}

/** 64 writers append one record at a time. */
async function appendFor(store: Store, ms: number, from: number): Promise<number> {
  const end = performance.now() + ms;
  let next = from;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      while (performance.now() < end) await store.append([record(next++)]);
    }),
  );
  return (next - from) / ((performance.now() - begun) / 1000);
}

async function child(...words: string[]): Promise<string> {
  const process_ = spawn(process.execPath, ['--expose-gc', 'dist/test/bench/store/history.js', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  process_.stdout.on('data', (text: Buffer) => (output += text.toString()));
  await once(process_, 'exit');
  return output;
}

type Row = Record<string, number>;

async function fillOnce(folder: string, records: number): Promise<void> {
  const begun = performance.now();
  mkdirSync(folder, { recursive: true });
  if (existsSync(join(folder, 'data'))) return;
  await child('fill', join(folder, 'data'), String(records));
  console.log(`${records} records written in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

/** The open segment, which every start reads line by line. */
function unsortedBytes(data: string): number {
  const log = join(data, 'log');
  const raw = readdirSync(log).filter((name) => /^\d+\.jsonl$/.test(name));
  return raw.reduce((sum, name) => sum + statSync(join(log, name)).size, 0);
}

async function startsOf(folder: string, records: number): Promise<Row> {
  const data = join(folder, 'data');
  const openMs: number[] = [];
  for (let place = 0; place < STARTS; place++) openMs.push(Number(await child('start', data)));
  return {
    records,
    'MB unsorted': unsortedBytes(data) / 1e6,
    'store opens, ms': quantile(openMs, 0.5),
    'first answer, ms': quantile(await firstAnswers(folder, STARTS), 0.5),
  };
}

const print = (rows: readonly Row[]): void => {
  console.table(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value.toFixed(2))]))),
  );
};

async function compare(records: number, kept: string | undefined): Promise<void> {
  const own = mkdtempSync(join('.', '.bench-'));
  const folders: [string, number][] = [
    [join(own, 'short'), SHORT],
    [kept ?? join(own, 'long'), records],
  ];
  try {
    const starts: Row[] = [];
    for (const [folder, count] of folders) {
      await fillOnce(folder, count);
      starts.push(await startsOf(folder, count));
    }
    print(starts);
    for (const figure of ['store opens, ms', 'first answer, ms']) {
      const [short = 0, long = 0] = starts.map((row) => row[figure] ?? 0);
      console.log(`${figure}: ${(long / short).toFixed(2)} of that with ${SHORT} records, medians of ${STARTS}`);
    }
    // Both run at the same time, because idling only takes time.
    const memory = await Promise.all(folders.map(([folder, count]) => atRest(folder, count, IDLE_MS)));
    console.log(`RSS of the gateway, MB: started, after range queries, ${IDLE_MS / 1000} s idle`);
    print(memory.map((row, place) => ({ records: folders[place]?.[1] ?? 0, ...row })));
    // Last, because it appends.
    const measured: Row[] = [];
    for (const [folder, records] of folders) {
      const figures = JSON.parse(await child('measure', join(folder, 'data'), String(records))) as Row;
      measured.push({ records, ...figures });
    }
    print(measured);
  } finally {
    rmSync(own, { recursive: true });
  }
}

const [, , what = '10000000', folder, count = '0'] = process.argv;
if (what === 'fill') await fill(folder ?? '', Number(count));
else if (what === 'start') await start(folder ?? '');
else if (what === 'measure') await measure(folder ?? '', Number(count));
else await compare(Number(what), folder);
