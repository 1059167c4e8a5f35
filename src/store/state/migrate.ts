import { join } from 'node:path';
import { dropOldFormatBackups, formatBackupStem } from '../backup/previous-stores.js';
import { rewritesLog } from './convert.js';
import { assertSupported, readFormat, readVersion, writeFormat } from './format.js';
import { migrations as table } from './migrations/index.js';
import type { Migration } from './migrations/migration.js';
import { exists, realDisk, replaceStore, settleInterrupted, type MigrationDisk } from './replace-store.js';

export type MigrateOptions = {
  /** the data folder, locked by the caller */
  readonly folder: string;
  /** UTC */
  readonly now: string;
  /** version of this Waypost */
  readonly by: string;
  readonly migrations?: readonly Migration[];
  /** false: no backup, because the store was restored from one */
  readonly backup?: boolean;
  readonly disk?: MigrationDisk;
};

export type MigrationResult = {
  readonly from: number;
  readonly to: number;
  /** below the data folder; null: none was written */
  readonly backup: string | null;
  /** the Waypost that wrote the store before; empty: unknown */
  readonly by: string;
  /** `waypost downgrade` leads back without loss */
  readonly isReversible: boolean;
};

/** Brings a store to the format of this Waypost, after a backup; null if it has that format. */
export async function migrate(options: MigrateOptions): Promise<MigrationResult | null> {
  const { folder, now, by, migrations = table, disk = realDisk } = options;
  const to = 1 + migrations.length;
  await assertSupported(folder, to);
  const from = await readVersion(folder, to);
  await settleInterrupted(folder, from, disk);
  const format = await readFormat(folder);
  if (from === to) {
    // A missing file means version 1. Until a migration changes the log, that is harmless: a full disk may still open.
    if (format === undefined)
      await writeFormat(folder, { version: to, by, backup: null }, disk.replaceFile).catch(
        ignoreUnless(rewritesLog(migrations)),
      );
    return null;
  }
  const steps = migrations.slice(from - 1);
  const backup = options.backup === false ? null : await unusedName(folder, formatBackupStem(to, compactTime(now)));
  const copy = rewritesLog(steps) ? 'a copy of the store' : 'a copy of state.json';
  await replaceStore({
    folder,
    from,
    next: { version: to, by, backup },
    steps,
    disk,
    now,
    hint: `make room for ${copy} and a backup and start again, or install the previous version`,
  });
  if (backup !== null) await dropOldFormatBackups(folder, backup);
  return { from, to, backup, by: format?.by ?? '', isReversible: !rewritesLog(steps) };
}

const compactTime = (now: string): string => now.replaceAll(/[-:]|\.\d+/g, '');

/** A name that no file in the folder has. */
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
