import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { valueOf } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import type { Entry } from '../../../src/schema/entry.js';
import type { HistoryPage } from '../../../src/store/history/history.js';
import type { LogClock } from '../../../src/store/log/log.js';
import { openStore, type Store } from '../../../src/store/store.js';
import type { Sizes } from './sizes.js';
import {
  alertOf,
  commandOf,
  deviceOf,
  isEntity,
  locationOf,
  messageOf,
  sequenceOf,
  TRACKERS,
  userOf,
  WHOLE_RANGE,
} from './workload.js';

export const openSmallStore = (folder: string, clock: LogClock, sizes: Sizes): Promise<Store> =>
  openStore({ folder, clock, logger: silentLogger, ...sizes });

/** Numbers of the changes in a store, with duplicates, and content that was never sent. */
export type Contents = {
  readonly sequences: readonly number[];
  /** the last location of each tracker */
  readonly last: readonly number[];
  readonly foreign: readonly string[];
};

/** Everything in the store, by state and history. */
export async function contentsOf({ state, history }: Store): Promise<Contents> {
  const sequences: number[] = [];
  const foreign: string[] = [];
  const take = (found: unknown, sequence: number, sent: unknown): void => {
    if (isDeepStrictEqual(plain(found), sent)) sequences.push(sequence);
    else foreign.push(JSON.stringify(found).slice(0, 200));
  };
  const last = [...state.lastLocations.values()].flatMap((location) => {
    const sequence = Number(location.attributes?.sequence);
    return isDeepStrictEqual(plain(location), locationOf(sequence)) ? sequence : -1;
  });
  for (const device of state.devices.values()) {
    const sequence = Number(device.dailySmsLimit);
    take(device, sequence, deviceOf(sequence));
  }
  for (const user of state.users.values()) {
    const sequence = parseInt(user.email);
    take(user, sequence, userOf(sequence));
  }
  for (const { deviceId, command, format, user, key, ttl } of state.commands.values()) {
    const sequence = parseInt(command);
    take({ deviceId, command, format, user, key, ttl }, sequence, commandOf(sequence));
  }
  for (const { deviceId, channel, to, text, units, ttl, cause } of state.outbox.values()) {
    const sequence = parseInt(text);
    take({ deviceId, channel, to, text, units, ttl, cause }, sequence, messageOf(sequence));
  }
  for (const deviceId of TRACKERS) {
    const range = { deviceId, ...WHOLE_RANGE, limit: 300 };
    for (const location of await everyPage((cursor) => history.locations({ ...range, ...cursor }))) {
      const sequence = Number(location.attributes?.sequence);
      take(location, sequence, locationOf(sequence));
    }
    for (const { id, ...alert } of await everyPage((cursor) => history.alerts({ ...range, ...cursor }))) {
      const sequence = Number(alert.text);
      take({ id: /^\d+$/.test(id), ...alert }, sequence, { id: true, ...alertOf(sequence) });
    }
  }
  return { sequences, last, foreign };
}

/** The oldest change in the history. */
export const oldestIn = ({ sequences }: Contents): number =>
  sequences.filter((sequence) => !isEntity(sequence)).reduce((low, sequence) => Math.min(low, sequence), Infinity);

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

export async function everyPage<T>(
  query: (cursor: { cursor?: string }) => Promise<Parameters<typeof valueOf<HistoryPage<T>>>[0]>,
): Promise<T[]> {
  const records: T[] = [];
  for (let cursor: { cursor?: string } | undefined = {}; cursor !== undefined;) {
    const page: HistoryPage<T> = valueOf(await query(cursor));
    records.push(...page.records);
    cursor = page.next === undefined ? undefined : { cursor: page.next };
  }
  return records;
}

/** A line of the log on disk: the numbers of its entry and of the change. */
export type LogLine = { readonly n: number; readonly sequence: number };

/** Every valid JSON line in the segments of a closed store, by number; read without the store. */
export async function linesOnDisk(folder: string): Promise<LogLine[]> {
  const names = (await readdir(join(folder, 'log'))).filter((name) => name.endsWith('.jsonl'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, 'log', name), 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n').slice(0, -1)).flatMap((line) => lineOf(line) ?? []);
  return lines.sort((a, b) => a.n - b.n);
}

function lineOf(text: string): LogLine | undefined {
  try {
    const entry = JSON.parse(text) as Entry;
    return { n: entry.n, sequence: sequenceOf(entry) };
  } catch {
    // A damaged line shows as a missing number.
    return undefined;
  }
}
