import { readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { WaypostError } from '../../errors.js';
import { writeBackup } from '../backup/backup.js';
import { makeFolder, replaceFile, syncFolder } from '../../disk/durable.js';
import { assertSupported, readFormat, readVersion, writeFormat, type StoreFormat } from './format.js';
import { encodeLine } from '../log/entry-codec.js';
import { migrations as table } from './migrations/index.js';
import type { JsonObject, Migration, PlainChange } from './migrations/migration.js';
import { readLines } from '../log/scan.js';
import { appendChecksum, verifyChecksum } from './snapshot.js';
import { describeIoError } from '../io-error.js';

/** Each is done whole or not at all, whenever the process ends; a test brings a disk that fails. */
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

export type MigrateOptions = {
  /** the data folder, which is locked */
  readonly folder: string;
  /** UTC */
  readonly now: string;
  /** of this Waypost */
  readonly by: string;
  readonly migrations?: readonly Migration[];
  /** false: what is migrated comes from a backup */
  readonly backup?: boolean;
  readonly disk?: MigrationDisk;
};

/** What was done: null when the store had this version already. */
export type MigrationResult = {
  readonly from: number;
  readonly to: number;
  readonly backup: string | null;
  readonly by: string;
};

/**
 * Brings a store to the version of this Waypost. A backup is made, then all of the store is written anew beside it; the
 * change of `format.json` is the one moment at which the new one counts. Killed before, the old one is untouched and what
 * was begun is thrown away at the next start; killed after, the next start puts the new files into their places.
 */
export async function migrate(options: MigrateOptions): Promise<MigrationResult | null> {
  const { folder, now, by, migrations = table, disk = realDisk } = options;
  const to = 1 + migrations.length;
  await assertSupported(folder, to);
  const from = await readVersion(folder, to);
  const target = join(folder, `migrating-to-${to}`);
  const format = await readFormat(folder);
  if (from === to) {
    await finishMigration(folder, target, disk);
    // Of the first version it says nothing that its absence does not say: a full disk does not keep it from starting.
    if (format === undefined)
      await writeFormat(folder, { version: to, by, backup: null }, disk.replaceFile).catch(ignoreUnless(to > 1));
    return null;
  }
  try {
    await discard(folder, target, disk);
    const backup =
      options.backup === false ? null : await unusedName(folder, `backups/before-format-${to}-${compactTime(now)}`);
    const next: StoreFormat = { version: to, by, backup };
    await disk.makeFolder(join(target, 'log'));
    // Whoever throws this attempt away finds its backup by it.
    await writeFormat(target, next, disk.replaceFile);
    if (backup !== null) {
      await disk.makeFolder(join(folder, 'backups'));
      await disk.writeBackup({ folder, file: join(folder, backup), made: now });
    }
    await convert(folder, target, { steps: migrations.slice(from - 1), to, disk });
    await writeFormat(folder, next, disk.replaceFile);
    await finishMigration(folder, target, disk);
    return { from, to, backup, by: format?.by ?? '' };
  } catch (error) {
    // From then on the new one counts, whatever became of the rest: the next start goes on with it.
    const isDone = (await readFormat(folder))?.version === to;
    if (!isDone) await discard(folder, target, disk).catch(() => undefined);
    const state = isDone ? 'the next start goes on with it' : 'nothing was changed';
    throw new WaypostError(
      'store_unavailable',
      `${folder} could not be brought from format ${from} to ${to} (${describeIoError(error)}): ${state}. It takes as much room ` +
        `again as the store has, and a backup: make room and start again, or install the Waypost that was there before`,
      { cause: error },
    );
  }
}

type Conversion = { readonly steps: readonly Migration[]; readonly to: number; readonly disk: MigrationDisk };

/** Writes the store anew. What is damaged stays as it is, byte by byte; indexes are made again by who needs them. */
async function convert(folder: string, target: string, { steps, to, disk }: Conversion): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => /^state(?:\.1)?\.json$/.test(one))) {
    const text = await readFile(join(folder, name), 'utf8');
    await disk.replaceFile(join(target, name), [Buffer.from(convertState(text, steps, to))]);
  }
  for (const name of (await readdir(join(folder, 'log'))).filter((one) => one.endsWith('.jsonl'))) {
    const bytes = await readFile(join(folder, 'log', name));
    await disk.replaceFile(join(target, 'log', name), convertLines(bytes, steps));
  }
}

function convertState(text: string, steps: readonly Migration[], to: number): string {
  let body: string;
  try {
    body = verifyChecksum(text);
  } catch {
    return text;
  }
  const stored = JSON.parse(body) as JsonObject;
  const state = steps.reduce((one, step) => step.state(one), stored);
  return appendChecksum(JSON.stringify({ ...state, version: to }));
}

function* convertLines(bytes: Buffer, steps: readonly Migration[]): Generator<Buffer> {
  for (const { entry, offset, length } of readLines(bytes)) {
    if (entry === undefined) yield bytes.subarray(offset, offset + length);
    else {
      const { kind, v } = steps.reduce<PlainChange>((one, step) => step.entry(one), entry);
      yield Buffer.from(encodeLine(entry, { kind, v }));
    }
  }
}

/** Puts what was written anew into its place: from wherever an end came, it goes on. */
async function finishMigration(folder: string, target: string, disk: MigrationDisk): Promise<void> {
  if (!(await exists(target))) return;
  const names = await readdir(target);
  const [log, previous] = [join(folder, 'log'), join(target, 'former')];
  if (names.includes('log')) {
    // With a former one put away, one that is there is new and empty.
    if (await exists(log)) await (names.includes('former') ? disk.removeEmpty(log) : disk.rename(log, previous));
    await disk.syncFolder(target);
    await disk.rename(join(target, 'log'), log);
  }
  for (const name of names.filter((one) => one.startsWith('state.')))
    await disk.rename(join(target, name), join(folder, name));
  await disk.syncFolder(target);
  await disk.syncFolder(folder);
  await disk.remove(target);
}

/** Throws away an attempt that came to nothing, with its backup: the store it is of is there. */
async function discard(folder: string, target: string, disk: MigrationDisk): Promise<void> {
  const unfinished = await readFormat(target);
  if (unfinished?.backup) await disk.remove(join(folder, unfinished.backup));
  await disk.remove(target);
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const compactTime = (now: string): string => now.replaceAll(/[-:]|\.\d+/g, '');

/** Never that of a file that is there. */
async function unusedName(folder: string, stem: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? `${stem}.gz` : `${stem}-${n}.gz`;
    if (!(await exists(join(folder, name)))) return name;
  }
}

const ignoreUnless =
  (isNeeded: boolean) =>
  (error: unknown): void => {
    if (isNeeded) throw error;
  };
