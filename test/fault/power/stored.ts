import { isDeepStrictEqual } from 'node:util';
import { valueOf } from '../../../src/errors.js';
import { quiet } from '../../../src/logger.js';
import type { Page } from '../../../src/store/history.js';
import type { Stamps } from '../../../src/store/log.js';
import { openStore, type Store } from '../../../src/store/store.js';
import { alertOf, deviceOf, locationOf, trackers, wholeRange } from './workload.js';

/** Opened with limits so small that a short load closes and sorts segments and writes snapshots all the time. */
export const openSmallStore = (folder: string, clock: Stamps): Promise<Store> =>
  openStore({
    folder,
    clock,
    logger: quiet,
    segmentBytes: 6000,
    snapshotBytes: 10_000,
    retention: { days: 0, bytes: 0 },
  });

/** Numbers of the changes that a store holds, as often as it gives them out, and what it holds that nobody sent. */
export type Contents = { readonly sequences: readonly number[]; readonly foreign: readonly string[] };

/** Everything in the store, by the ways its users have: state and history. */
export async function contentsOf({ state, history }: Store): Promise<Contents> {
  const sequences: number[] = [];
  const foreign: string[] = [];
  const take = (found: unknown, sequence: number, sent: unknown): void => {
    if (isDeepStrictEqual(plain(found), plain(sent))) sequences.push(sequence);
    else foreign.push(JSON.stringify(found).slice(0, 200));
  };
  for (const device of state.devices.values()) {
    const sequence = Number(device.dailySmsLimit);
    take(device, sequence, deviceOf(sequence));
  }
  for (const deviceId of trackers) {
    const range = { deviceId, ...wholeRange, limit: 300 };
    for (const location of await everyPage((cursor) => history.locations({ ...range, ...cursor }))) {
      const sequence = Number(location.attributes?.sequence);
      take(location, sequence, locationOf(sequence));
    }
    for (const { id, ...alert } of await everyPage((cursor) => history.alerts({ ...range, ...cursor }))) {
      const sequence = Number(alert.text);
      take({ id: /^\d+$/.test(id), ...alert }, sequence, { id: true, ...alertOf(sequence) });
    }
  }
  return { sequences, foreign };
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

async function everyPage<T>(
  ask: (cursor: { cursor?: string }) => Promise<Parameters<typeof valueOf<Page<T>>>[0]>,
): Promise<T[]> {
  const records: T[] = [];
  for (let cursor: { cursor?: string } | undefined = {}; cursor !== undefined;) {
    const page: Page<T> = valueOf(await ask(cursor));
    records.push(...page.records);
    cursor = page.next === undefined ? undefined : { cursor: page.next };
  }
  return records;
}
