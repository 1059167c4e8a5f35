import { link, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../disk/durable.js';
import type { MisplacedSegment } from '../log/place-segments.js';
import { sortedName } from '../log/segment.js';

/** A segment on its way to its right name, which another one may still have. */
export const MOVING = '.moving';

/**
 * Gives misplaced segments their right names, and saves ignored ones as `*.<suffix>`. A file is only ever renamed: what a
 * crash leaves on its way arrives with the next call.
 */
export async function moveSegments(log: string, misplaced: readonly MisplacedSegment[], suffix: string): Promise<void> {
  for (const { fileName, rightName } of misplaced) {
    const path = join(log, fileName);
    if (rightName === undefined) await rename(path, `${path}.${suffix}`);
    // The content of a segment that is written to stays where it is: the next sort names it by its first entry.
    else if (fileName.endsWith('.sorted.jsonl')) await rename(path, join(log, `${sortedName(rightName)}${MOVING}`));
  }
  for (const name of await readdir(log)) {
    if (!name.endsWith(MOVING)) continue;
    const target = join(log, name.slice(0, -MOVING.length));
    const isFree = await stat(target).then(
      () => false,
      () => true,
    );
    await rename(join(log, name), isFree ? target : `${target}.${suffix}`);
  }
  await syncFolder(log);
}

/** Keeps the file under a second name, because it is about to be replaced by what can be read of it. */
export const keepFile = (path: string, suffix: string): Promise<void> => link(path, `${path}.${suffix}`);
