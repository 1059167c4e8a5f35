import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { JSONFile } from 'lowdb/node';
import { silentLogger } from '../../src/logger.js';
import { createClock } from '../../src/time/clock.js';
import { openFileAt } from '../../src/disk/durable.js';
import { openStore } from '../../src/store/store.js';
import { record } from './records.js';
import { driveSqlite, loadSqlite } from './sqlite.js';

/**
 * Appends by 64 writers: the store, a bare loop that writes and syncs the same bytes in the same groups, stock lowdb with
 * as many records as it has taken, and SQLite. Bytes written to the disk are the kernel's count for this process.
 */

const WRITERS = 64;
const MS = 5_000;
const ROUNDS = 3;

type Figures = { readonly perSecond: number; readonly p99Ms: number; readonly amplification: number };

const written = (): number => Number(/write_bytes: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0);
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** 64 callers append one record at a time for some seconds; `bytes` is the final size of the records. */
async function drive(append: (i: number) => Promise<unknown>, bytes: () => number): Promise<Figures> {
  const latencies: number[] = [];
  const before = { disk: written(), bytes: bytes() };
  const begun = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (performance.now() - begun < MS) {
        const sent = performance.now();
        await append(next++);
        latencies.push(performance.now() - sent);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / seconds,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    amplification: (written() - before.disk) / (bytes() - before.bytes),
  };
}

async function ours(folder: string): Promise<Figures & { lineBytes: number }> {
  const limits = { segmentBytes: 8_388_608, snapshotBytes: 8_388_608, retention: { days: 0, bytes: 0 } };
  const store = await openStore({ folder, clock: createClock(), logger: silentLogger, ...limits });
  const figures = await drive(
    (i) => store.append([record(i)]),
    () => store.status().bytes,
  );
  const { bytes, entries } = store.status();
  await store.close();
  return { ...figures, lineBytes: Math.round(bytes / entries) };
}

/** The same group commit without anything else: records that arrive during a sync form the next write. */
async function bareLoop(folder: string, lineBytes: number): Promise<Figures> {
  const file = await openFileAt(join(folder, 'bare'), 'w+');
  const line = Buffer.alloc(lineBytes, 'x');
  let waiting: (() => void)[] = [];
  let position = 0;
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    await new Promise((turn) => setImmediate(turn));
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const bytes = Buffer.concat(group.map(() => line));
      await file.write(bytes, position);
      await file.sync();
      position += bytes.length;
      for (const done of group) done();
    }
    running = false;
  };
  const append = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (!running) void run();
    });
  const figures = await drive(append, () => position);
  await file.close();
  return figures;
}

async function lowdb(folder: string): Promise<Figures> {
  const low = new Low<unknown[]>(new JSONFile(join(folder, 'db.json')), []);
  const size = (): number => Buffer.byteLength(JSON.stringify(low.data));
  return drive((i) => low.update((records) => void records.push(record(i).v)), size);
}

const sqlite = loadSqlite();
const rows: Record<string, { store: Figures; bare: Figures; lowdb: Figures; sqlite: Figures | undefined }> = {};
for (let round = 0; round < ROUNDS; round++) {
  const folder = mkdtempSync(join('.', '.bench-'));
  const store = await ours(join(folder, 'store'));
  rows[round] = {
    store,
    bare: await bareLoop(folder, store.lineBytes),
    lowdb: await lowdb(folder),
    sqlite: typeof sqlite === 'string' ? undefined : await driveSqlite(sqlite, join(folder, 'peer.db'), drive),
  };
  rmSync(folder, { recursive: true });
}
const all = Object.values(rows);
const labels = {
  store: 'the store, durable',
  bare: 'bare loop, durable',
  lowdb: 'stock lowdb, not durable',
  sqlite: 'better-sqlite3, WAL, synchronous=FULL, a transaction a group: durable',
};
const row = (name: keyof typeof labels): object => {
  const own = all.flatMap(({ bare, [name]: figures }) => (figures === undefined ? [] : { bare, ...figures }));
  return {
    '': labels[name],
    'per second': Math.round(median(own.map(({ perSecond }) => perSecond))),
    'of the bare loop': median(own.map(({ perSecond, bare }) => perSecond / bare.perSecond)).toFixed(2),
    'p99 ms': median(own.map(({ p99Ms }) => p99Ms)).toFixed(2),
    'bytes to disk / own': median(own.map(({ amplification }) => amplification)).toFixed(2),
  };
};
const peer = typeof sqlite === 'string' ? { '': `better-sqlite3: not installed: ${sqlite}` } : row('sqlite');
console.table([row('store'), row('bare'), row('lowdb'), peer]);
