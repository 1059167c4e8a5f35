import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { openFileAt } from '../../disk/durable.js';

/** Ends the name of a backup that is not complete yet. */
export const UNFINISHED = '.tmp';
/** A backup that is being written, also by another machine, gets bytes more often. */
const ABANDONED_MS = 60_000;
/** The head of a backup is shorter. */
const HEAD_BYTES = 4_096;

/** Removes what killed backups to `file`, and to other files of its folder, left. `now`: ms since 1970. */
export async function removeUnfinished(file: string, now: number): Promise<void> {
  // Opening a pipe that is in its place would wait for a reader, for ever.
  await rm(`${file}${UNFINISHED}`, { force: true });
  const folder = dirname(file);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith(UNFINISHED) && (await isAbandoned(path, now))) await rm(path, { force: true });
  }
}

/** False also for a file that cannot be read. */
async function isAbandoned(path: string, now: number): Promise<boolean> {
  try {
    const found = await stat(path);
    return found.isFile() && now - found.mtimeMs > ABANDONED_MS && (await isBackup(path));
  } catch {
    return false;
  }
}

/** Files of other programs may have such a name. */
async function isBackup(path: string): Promise<boolean> {
  const file = await openFileAt(path, 'r');
  try {
    const head = gunzipSync(await file.read(0, HEAD_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
    return head.toString('latin1').startsWith('{"waypost":"backup"');
  } finally {
    await file.close();
  }
}
