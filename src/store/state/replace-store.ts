import { readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, replaceFile, syncFolder } from '../../disk/durable.js';
import { WaypostError } from '../../errors.js';
import { writeBackup } from '../backup/backup.js';
import { describeIoError } from '../io-error.js';
import { convertStore, rewritesLog } from './convert.js';
import { readFormat, writeFormat, type StoreFormat } from './format.js';
import type { Migration } from './migrations/migration.js';

/** Each operation is done whole or not at all, whenever the process ends. A test passes a disk that fails. */
export const realDisk = {
  replaceFile,
  rename: (from: string, to: string): Promise<void> => rename(from, to),
  remove: (path: string): Promise<void> => rm(path, { recursive: true, force: true }),
  removeEmpty: (path: string): Promise<void> => rmdir(path),
  syncFolder,
  makeFolder,
  writeBackup,
};
export type MigrationDisk = typeof realDisk;

const TARGET_PREFIX = 'migrating-to-';
const targetOf = (folder: string, version: number): string => join(folder, `${TARGET_PREFIX}${version}`);

export type Replacement = {
  readonly folder: string;
  readonly from: number;
  readonly next: StoreFormat;
  readonly steps: readonly Migration[];
  readonly disk: MigrationDisk;
  /** UTC: the time of the backup that `next` names */
  readonly now: string;
  /** what to do if it fails */
  readonly hint: string;
};

/**
 * Replaces a store by its conversion: writes the backup, then the converted files into `migrating-to-<version>`.
 * Replacing `format.json` is the single moment from which on the new files count. If the process is killed before it,
 * the store is untouched; if it is killed afterwards, `settleInterrupted` completes the rest.
 */
export async function replaceStore({ folder, from, next, steps, disk, now, hint }: Replacement): Promise<void> {
  const { version: to, backup } = next;
  const target = targetOf(folder, to);
  try {
    await discard(folder, target, disk);
    await disk.makeFolder(rewritesLog(steps) ? join(target, 'log') : target);
    // An attempt that is discarded finds its backup in this file.
    await writeFormat(target, next, disk.replaceFile);
    if (backup !== null) {
      await disk.makeFolder(join(folder, 'backups'));
      await disk.writeBackup({ folder, file: join(folder, backup), made: now });
    }
    await convertStore({ folder, target, steps, to, replaceFile: disk.replaceFile });
    await writeFormat(folder, next, disk.replaceFile);
    await moveIntoPlace(folder, target, disk);
  } catch (error) {
    // After the switch the new format counts, even if the rest failed: the next start completes it.
    const isSwitched = (await readFormat(folder))?.version === to;
    if (!isSwitched) await discard(folder, target, disk).catch(() => undefined);
    const outcome = isSwitched ? 'the next start completes it' : 'nothing was changed';
    throw new WaypostError(
      'store_unavailable',
      `${folder}: conversion from format ${from} to ${to} failed (${describeIoError(error)}): ${outcome}; ${hint}`,
      { cause: error },
    );
  }
}

/** Completes a conversion to the present format that was killed after its switch; discards one killed before it. */
export async function settleInterrupted(folder: string, version: number, disk: MigrationDisk): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const target of names.filter((name) => name.startsWith(TARGET_PREFIX)).map((name) => join(folder, name))) {
    if (target === targetOf(folder, version)) await moveIntoPlace(folder, target, disk);
    else await discard(folder, target, disk).catch(() => undefined);
  }
}

/** Moves the converted files into place. Continues from wherever a previous run was killed. */
async function moveIntoPlace(folder: string, target: string, disk: MigrationDisk): Promise<void> {
  const names = await readdir(target);
  const [log, previous] = [join(folder, 'log'), join(target, 'previous')];
  if (names.includes('log')) {
    // If the previous log was already moved away, the one in the folder is new and empty.
    if (await exists(log)) await (names.includes('previous') ? disk.removeEmpty(log) : disk.rename(log, previous));
    await disk.syncFolder(target);
    await disk.rename(join(target, 'log'), log);
  }
  for (const name of names.filter((one) => one.startsWith('state.')))
    await disk.rename(join(target, name), join(folder, name));
  await disk.syncFolder(target);
  await disk.syncFolder(folder);
  await disk.remove(target);
}

/** Removes an attempt and its backup; the store that the backup was made of is still there. */
async function discard(folder: string, target: string, disk: MigrationDisk): Promise<void> {
  const unfinished = await readFormat(target);
  if (unfinished?.backup) await disk.remove(join(folder, unfinished.backup));
  await disk.remove(target);
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
