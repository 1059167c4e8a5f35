import { readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { openFileAt, syncFolder } from '../../disk/durable.js';
import type { WriteCounter } from '../../disk/write-counters.js';
import { emptyIfAbsent } from './segment.js';

/**
 * The name of an empty file in the log folder is the first entry that retention left. It is renamed before
 * segments are dropped, because a full disk may have no room for anything else. Snapshots have the number as well, but
 * later.
 */
const MARK = /^(\d{12,})\.kept$/;
const markName = (keptFrom: number): string => `${String(keptFrom).padStart(12, '0')}.kept`;

async function findMarks(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(emptyIfAbsent);
  const numbers = names.flatMap((name) => MARK.exec(name)?.[1] ?? []);
  return numbers.map(Number).sort((a, b) => b - a);
}

/** Undefined: retention never dropped anything. */
export const readRetentionMark = async (folder: string): Promise<number | undefined> => (await findMarks(folder))[0];

/** Resolves once it is on stable storage that retention leaves the log from `keptFrom` on. */
export async function writeRetentionMark(folder: string, keptFrom: number, counter?: WriteCounter): Promise<void> {
  const [newest, ...others] = await findMarks(folder);
  const path = join(folder, markName(keptFrom));
  if (newest === undefined) await (await openFileAt(path, 'w+')).close();
  else await rename(join(folder, markName(newest)), path);
  for (const other of others) await unlink(join(folder, markName(other)));
  await syncFolder(folder, counter);
}
