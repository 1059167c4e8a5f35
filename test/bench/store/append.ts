import { join } from 'node:path';
import { Low } from 'lowdb';
import { JSONFile } from 'lowdb/node';
import { silentLogger } from '../../../src/logger.js';
import { createClock } from '../../../src/time/clock.js';
import { openFileAt } from '../../../src/disk/durable.js';
import { openStore } from '../../../src/store/store.js';
import { record } from './records.js';

/** The stores that the writers append to. */

export const WRITERS = 64;

export type Appended = {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly cpuUs: number;
  /** bytes written to the disk per byte of the records */
  readonly amplification: number;
};

/** Callers append one record at a time; `bytes` is the size of all stored records. */
export type Drive = (append: (i: number) => Promise<unknown>, bytes: () => number) => Promise<Appended>;

/** The store of the gateway; `lineBytes`: the mean size of an entry. */
export async function appendStore(folder: string, drive: Drive): Promise<Appended & { readonly lineBytes: number }> {
  const limits = { segmentBytes: 8_388_608, snapshotBytes: 8_388_608, retention: { days: 0, bytes: 0 } };
  const store = await openStore({ folder, clock: createClock(), logger: silentLogger, ...limits });
  const appended = await drive(
    (i) => store.append([record(i)]),
    () => store.status().bytes,
  );
  const { bytes, entries } = store.status();
  await store.close();
  return { ...appended, lineBytes: Math.round(bytes / entries) };
}

/** The same group commit without anything else: records that arrive during a sync form the next write. */
export async function appendBare(folder: string, lineBytes: number, drive: Drive): Promise<Appended> {
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
  const appended = await drive(append, () => position);
  await file.close();
  return appended;
}

export async function appendLowdb(folder: string, drive: Drive): Promise<Appended> {
  const low = new Low<unknown[]>(new JSONFile(join(folder, 'db.json')), []);
  const size = (): number => Buffer.byteLength(JSON.stringify(low.data));
  return drive((i) => low.update((records) => void records.push(record(i).v)), size);
}
