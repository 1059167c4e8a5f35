import { existsSync } from 'node:fs';
import { cp, lstat, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, syncFolder } from '../disk/durable.js';
import { readJsonFile, writeJsonFile } from '../disk/json-file.js';
import { errnoOf, messageOf, WaypostError } from '../errors.js';
import { fieldsOf, numberForm, textForm } from '../schema/stored/form.js';
import { lockFolder } from './lock.js';

export type PreviousDataOptions = {
  /** folders in which earlier versions kept the data */
  readonly from: readonly string[];
  /** the data folder of this version */
  readonly to: string;
  /** UTC */
  readonly now: string;
};

/** In the data folder, from the moment it has all data until the previous folder is removed. */
const MARK = 'moved-from.json';
const MARK_FORM = fieldsOf({ from: textForm, dev: numberForm, ino: numberForm });
type Mark = { readonly from: string; readonly dev: number; readonly ino: number };

/**
 * Moves the data that an earlier version left in one of `from` to `to`; resolves with the folder they came from, undefined
 * if there was nothing to move. A move that a crash ended goes on with the next call. Throws if two folders have data.
 */
export async function movePreviousData({ from, to, now }: PreviousDataOptions): Promise<string | undefined> {
  await finishMove(to);
  const found = await foldersWithData(from);
  const [previous, ...others] = found;
  if (previous === undefined) return undefined;
  if (others.length > 0 || (await hasData(to))) {
    const folders = [...found, ...(others.length > 0 ? [] : [to])];
    throw new WaypostError(
      'conflict',
      `${folders.join(' and ')} both have data of a gateway: choose one with --data, or move the others away`,
    );
  }
  const lock = await lockFolder(previous, now);
  try {
    await move(previous, to);
  } catch (error) {
    throw new WaypostError('store_unavailable', moveByHand(previous, to, messageOf(error)), { cause: error });
  } finally {
    await lock.release();
  }
  return previous;
}

/** The folders of `from` that have data of a gateway. */
export async function foldersWithData(from: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of from) if (await hasData(folder)) found.push(folder);
  return found;
}

/** The file `lock` alone is none: a start that failed leaves it. A folder that cannot be read may have some. */
const hasData = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.some((name) => name !== 'lock'),
    (error: unknown) => errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'ENOTDIR',
  );

function moveByHand(from: string, to: string, why: string): string {
  const commands = `sudo mv -T ${from} ${to} && sudo chown -R ${process.getuid?.() ?? 0} ${to}`;
  return `the data in ${from} cannot be moved to ${to} (${why}): run ${commands}, or name the folder with --data`;
}

async function move(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  await rm(join(to, 'lock'), { force: true });
  await rmdir(to).catch((error: unknown) => {
    if (errnoOf(error) !== 'ENOENT') throw error;
  });
  try {
    await rename(from, to);
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error;
    await copyToOtherDisk(from, to);
    return;
  }
  await syncFolder(dirname(to));
  await syncFolder(dirname(from));
}

/** The previous folder stays as it is until all of the copy is on stable storage. */
async function copyToOtherDisk(from: string, to: string): Promise<void> {
  const copy = `${to}.moving`;
  const { dev, ino } = await stat(from);
  try {
    await rm(copy, { recursive: true, force: true });
    await cp(from, copy, {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      // A pipe or a socket has no content.
      filter: async (path) => {
        const found = await lstat(path);
        return found.isFile() || found.isDirectory() || found.isSymbolicLink();
      },
    });
    await syncAll(copy);
    await writeJsonFile(join(copy, MARK), { from, dev, ino } satisfies Mark);
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
  await rename(copy, to);
  await syncFolder(dirname(to));
  await finishMove(to);
}

async function syncAll(path: string): Promise<void> {
  const found = await lstat(path);
  if (found.isDirectory()) for (const name of await readdir(path)) await syncAll(join(path, name));
  if (!found.isSymbolicLink()) await syncFolder(path);
}

/** Removes the previous folder of a move whose copy is complete. */
async function finishMove(to: string): Promise<void> {
  const mark = join(to, MARK);
  if (!existsSync(mark)) return;
  const moved = await readJsonFile<Mark>(mark, MARK_FORM);
  if (moved !== undefined) {
    const { from, dev, ino } = moved;
    const found = await stat(from).catch(() => undefined);
    // Anything else that is there by now is not what was copied.
    if (found?.dev === dev && found.ino === ino) await rm(from, { recursive: true, force: true });
  }
  await rm(mark, { force: true });
  await syncFolder(to);
}
