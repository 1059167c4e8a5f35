import { chmod, lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { corruptSuffix } from '../log/save-corrupt.js';
import { replaceFile } from '../../disk/durable.js';
import { readLines } from '../log/scan.js';
import { findSegments, indexName, orderName, sortedName } from '../log/segment.js';
import { verifyIndex, verifyOrder } from '../log/sorted/sorted-segment.js';
import { moveExcess, type MovedExcess } from './excess.js';
import { openStore, type StoreOptions } from '../store.js';

/**
 * Repairs everything that needs no guess: truncates a torn tail, rebuilds indexes, saves damaged lines as corrupt, removes
 * leftovers of a crash, moves what exceeds the bounds of the state to a file and writes the state again. Resolves with
 * what was moved; null: nothing.
 */
export async function repairFolder(options: StoreOptions): Promise<MovedExcess | null> {
  // Fails here, before any change, if a gateway uses the folder.
  const moved = await moveExcess(options);
  const { folder, clock } = options;
  const log = join(folder, 'log');
  const suffix = corruptSuffix(new Date(clock.now()).toISOString());
  for (const { first, sorted } of await findSegments(log)) {
    if (!sorted) continue;
    await saveDamage(join(log, sortedName(first)), suffix);
    // Opening the store rebuilds a missing index; a missing order is collected when it is needed.
    if ((await verifyIndex(log, first)) !== null) {
      await rm(join(log, indexName(first)), { force: true });
      await rm(join(log, orderName(first)), { force: true });
    } else if ((await verifyOrder(log, first)) !== null) await rm(join(log, orderName(first)), { force: true });
  }
  for (const directory of [folder, log]) {
    for (const name of await readdir(directory)) {
      const path = join(directory, name);
      if (name.endsWith('.tmp') && !(await lstat(path)).isDirectory()) await rm(path);
      else if (/\.json|tls-key\.pem/.test(name)) await chmod(path, 0o600);
    }
  }
  const again = await openStore({ ...options, retention: { days: 0, bytes: 0 } });
  await again.close();
  return moved;
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
