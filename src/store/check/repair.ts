import { chmod, lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { corruptSuffix } from '../log/save-corrupt.js';
import { replaceFile } from '../../disk/durable.js';
import { readLines } from '../log/scan.js';
import { findSegments, indexName, orderName, sortedName } from '../log/segment.js';
import { verifyIndex, verifyOrder } from '../log/sorted/sorted-segment.js';
import { isFileFault } from '../log/read-guard.js';
import { salvageLines } from '../log/salvage.js';
import type { Author } from '../../schema/accounts/author.js';
import { inspect } from './inspect.js';
import { keepFile, moveSegments } from './move-segments.js';
import { moveExcess, type MovedExcess } from './excess.js';
import { openStore, type StoreOptions } from '../store.js';

/**
 * Repairs everything that needs no guess: truncates a torn tail, rebuilds indexes, saves damaged lines and foreign segments
 * as corrupt, gives segments their right names, saves what can be read of failing files, removes leftovers of a crash, moves what exceeds the bounds of the state to a file and writes the state again. Resolves with
 * what was moved; null: nothing. `by`: the author of its entries.
 */
export async function repairFolder(options: StoreOptions, by?: Author): Promise<MovedExcess | null> {
  // Fails here, before any change, if a gateway uses the folder.
  const moved = await moveExcess(options, by);
  const { folder, clock } = options;
  const log = join(folder, 'log');
  const suffix = corruptSuffix(new Date(clock.now()).toISOString());
  const { misplaced, segments } = await inspect(folder);
  for (const segment of segments) await segment.close();
  await moveSegments(log, misplaced, suffix);
  for (const { first, sorted } of await findSegments(log)) if (sorted) await repairSegment(log, first, suffix);
  for (const directory of [folder, log]) {
    for (const name of await readdir(directory)) {
      const path = join(directory, name);
      if (name.endsWith('.tmp') && !(await lstat(path)).isDirectory()) await rm(path);
      else if (/\.json|tls-key\.pem/.test(name)) await chmod(path, 0o600).catch(ignoreFault);
    }
  }
  const again = await openStore({ ...options, retention: { days: 0, bytes: 0 } });
  await again.close();
  return moved;
}

/** What cannot be read at all stays as it is: the check that follows names it. */
const ignoreFault = (error: unknown): void => {
  if (!isFileFault(error)) throw error;
};

async function repairSegment(log: string, first: number, suffix: string): Promise<void> {
  const path = join(log, sortedName(first));
  try {
    await saveDamage(path, suffix).catch((error: unknown) => {
      if (!isFileFault(error)) throw error;
      return saveRest(path, first, suffix);
    });
    // Opening the store rebuilds a missing index; a missing order is collected when it is needed.
    if ((await verifyIndex(log, first)) !== null) {
      await rm(join(log, indexName(first)), { force: true });
      await rm(join(log, orderName(first)), { force: true });
    } else if ((await verifyOrder(log, first)) !== null) await rm(join(log, orderName(first)), { force: true });
  } catch (error) {
    ignoreFault(error);
  }
}

/** Replaces a segment with unreadable sectors by the lines that can be read. */
async function saveRest(path: string, first: number, suffix: string): Promise<void> {
  const { lines } = await salvageLines(path, first, undefined);
  if (lines.length === 0) return;
  await keepFile(path, suffix);
  await replaceFile(path, [lines]);
}

async function saveDamage(path: string, suffix: string): Promise<void> {
  const bytes = await readFile(path);
  const all = [...readLines(bytes)];
  const part = ({ offset, length }: { offset: number; length: number }): Buffer =>
    bytes.subarray(offset, offset + length);
  const bad = all.filter(({ entry }) => entry === undefined);
  if (bad.length === 0) return;
  await replaceFile(`${path}.${suffix}`, bad.map(part));
  const good = all.filter(({ entry }) => entry !== undefined);
  await replaceFile(path, good.map(part));
}
