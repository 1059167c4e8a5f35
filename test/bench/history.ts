import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { quiet } from '../../src/logger.js';
import { createClock } from '../../src/services/clock.js';
import { openStore, type Store } from '../../src/store/store.js';
import { startGateway } from '../support/gateway.js';
import { DEVICES, first, INTERVAL_MS, record } from './records.js';

/**
 * The store with a short and with a long history: start, memory, range queries, appends. `node … history.js [records]`,
 * 10 million unless said otherwise. Each figure comes from a process of its own.
 */

const BATCH = 1_000;

const open = (folder: string): Promise<Store> =>
  openStore({
    folder,
    clock: createClock(),
    logger: quiet,
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

/** What a process sees that opens the folder: printed as JSON. */
async function measure(folder: string, records: number): Promise<void> {
  const begun = performance.now();
  const store = await open(folder);
  const startMs = performance.now() - begun;
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
      records,
      startMs,
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

/** 64 writers, one record each at a time. */
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

/** From the start of the process to its being there for the first request, ms: median of five, after a first start. */
async function firstAnswer(folder: string): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < 6; start++) {
    const begun = performance.now();
    const gateway = await startGateway({ folder, config: { log: { level: 'error' } } });
    await fetch(`${gateway.url}/api/health`);
    if (start > 0) times.push(performance.now() - begun);
    await gateway.end('SIGTERM');
  }
  return quantile(times, 0.5);
}

async function child(...words: string[]): Promise<string> {
  const process_ = spawn(process.execPath, ['--expose-gc', 'dist/test/bench/history.js', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  process_.stdout.on('data', (text: Buffer) => (output += text.toString()));
  await once(process_, 'exit');
  return output;
}

const [, , what = '10000000', folder = '', count = '0'] = process.argv;
if (what === 'fill') await fill(folder, Number(count));
else if (what === 'measure') await measure(folder, Number(count));
else {
  const rows: unknown[] = [];
  for (const records of [10_000, Number(what)]) {
    const own = mkdtempSync(join('.', '.bench-'));
    const begun = performance.now();
    const data = join(own, 'data');
    await child('fill', data, String(records));
    console.log(`${records} records written in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    const measured = JSON.parse(await child('measure', data, String(records))) as Record<string, number>;
    const row = { ...measured, firstAnswerMs: await firstAnswer(own) };
    rows.push(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value.toFixed(2))])));
    rmSync(own, { recursive: true });
  }
  console.table(rows);
}
