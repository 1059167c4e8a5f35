import { readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { WaypostError } from '../errors.js';
import { writeBackup } from './backup.js';
import { makeFolder, replaceFile, syncFolder } from './durable.js';
import { demandKnown, readFormat, versionOf, writeFormat, type Format } from './format.js';
import { encodeLine } from './line.js';
import { migrations as table } from './migrations/index.js';
import type { JsonObject, Migration, PlainChange } from './migrations/migration.js';
import { lines } from './scan.js';
import { sealSnapshot, unsealSnapshot } from './snapshot.js';
import { troubleOf } from './trouble.js';

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
export type Migrated = {
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
export async function migrate(options: MigrateOptions): Promise<Migrated | null> {
  const { folder, now, by, migrations = table, disk = realDisk } = options;
  const to = 1 + migrations.length;
  await demandKnown(folder, to);
  const from = await versionOf(folder, to);
  const beside = join(folder, `migrating-to-${to}`);
  const format = await readFormat(folder);
  if (from === to) {
    await settle(folder, beside, disk);
    // Of the first version it says nothing that its absence does not say: a full disk does not keep it from starting.
    if (format === undefined)
      await writeFormat(folder, { version: to, by, backup: null }, disk.replaceFile).catch(unless(to > 1));
    return null;
  }
  try {
    await discard(folder, beside, disk);
    const backup =
      options.backup === false ? null : await freeName(folder, `backups/before-format-${to}-${stampOf(now)}`);
    const next: Format = { version: to, by, backup };
    await disk.makeFolder(join(beside, 'log'));
    // Whoever throws this attempt away finds its backup by it.
    await writeFormat(beside, next, disk.replaceFile);
    if (backup !== null) {
      await disk.makeFolder(join(folder, 'backups'));
      await disk.writeBackup({ folder, file: join(folder, backup), made: now });
    }
    await convert(folder, beside, { steps: migrations.slice(from - 1), to, disk });
    await writeFormat(folder, next, disk.replaceFile);
    await settle(folder, beside, disk);
    return { from, to, backup, by: format?.by ?? '' };
  } catch (error) {
    // From then on the new one counts, whatever became of the rest: the next start goes on with it.
    const isDone = (await readFormat(folder))?.version === to;
    if (!isDone) await discard(folder, beside, disk).catch(() => undefined);
    const state = isDone ? 'the next start goes on with it' : 'nothing was changed';
    throw new WaypostError(
      'store_unavailable',
      `${folder} could not be brought from format ${from} to ${to} (${troubleOf(error)}): ${state}. It takes as much room ` +
        `again as the store has, and a backup: make room and start again, or install the Waypost that was there before`,
      { cause: error },
    );
  }
}

type Conversion = { readonly steps: readonly Migration[]; readonly to: number; readonly disk: MigrationDisk };

/** Writes the store anew. What is damaged stays as it is, byte by byte; indexes are made again by who needs them. */
async function convert(folder: string, beside: string, { steps, to, disk }: Conversion): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => /^state(?:\.1)?\.json$/.test(one))) {
    const text = await readFile(join(folder, name), 'utf8');
    await disk.replaceFile(join(beside, name), [Buffer.from(convertState(text, steps, to))]);
  }
  for (const name of (await readdir(join(folder, 'log'))).filter((one) => one.endsWith('.jsonl'))) {
    const bytes = await readFile(join(folder, 'log', name));
    await disk.replaceFile(join(beside, 'log', name), convertLines(bytes, steps));
  }
}

function convertState(text: string, steps: readonly Migration[], to: number): string {
  let body: string;
  try {
    body = unsealSnapshot(text);
  } catch {
    return text;
  }
  const stored = JSON.parse(body) as JsonObject;
  const state = steps.reduce((one, step) => step.state(one), stored);
  return sealSnapshot(JSON.stringify({ ...state, version: to }));
}

function* convertLines(bytes: Buffer, steps: readonly Migration[]): Generator<Buffer> {
  for (const { entry, offset, length } of lines(bytes)) {
    if (entry === undefined) yield bytes.subarray(offset, offset + length);
    else {
      const { kind, v } = steps.reduce<PlainChange>((one, step) => step.entry(one), entry);
      yield Buffer.from(encodeLine(entry, { kind, v }));
    }
  }
}

/** Puts what was written anew into its place: from wherever an end came, it goes on. */
async function settle(folder: string, beside: string, disk: MigrationDisk): Promise<void> {
  if (!(await exists(beside))) return;
  const names = await readdir(beside);
  const [log, former] = [join(folder, 'log'), join(beside, 'former')];
  if (names.includes('log')) {
    // With a former one put away, one that is there is new and empty.
    if (await exists(log)) await (names.includes('former') ? disk.removeEmpty(log) : disk.rename(log, former));
    await disk.syncFolder(beside);
    await disk.rename(join(beside, 'log'), log);
  }
  for (const name of names.filter((one) => one.startsWith('state.')))
    await disk.rename(join(beside, name), join(folder, name));
  await disk.syncFolder(beside);
  await disk.syncFolder(folder);
  await disk.remove(beside);
}

/** Throws away an attempt that came to nothing, with its backup: the store it is of is there. */
async function discard(folder: string, beside: string, disk: MigrationDisk): Promise<void> {
  const begun = await readFormat(beside);
  if (begun?.backup) await disk.remove(join(folder, begun.backup));
  await disk.remove(beside);
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const stampOf = (now: string): string => now.replaceAll(/[-:]|\.\d+/g, '');

/** Never that of a file that is there. */
async function freeName(folder: string, stem: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? `${stem}.gz` : `${stem}-${n}.gz`;
    if (!(await exists(join(folder, name)))) return name;
  }
}

const unless =
  (isNeeded: boolean) =>
  (error: unknown): void => {
    if (isNeeded) throw error;
  };
