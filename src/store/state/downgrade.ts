import { WaypostError } from '../../errors.js';
import { lockFolder } from '../lock.js';
import { assertSupported, readVersion } from './format.js';
import { migrations as table } from './migrations/index.js';
import type { Migration, StateMigration } from './migrations/migration.js';
import { realDisk, replaceStore, settleInterrupted, type MigrationDisk } from './replace-store.js';

export type DowngradeOptions = {
  /** the data folder; no gateway may be running on it */
  readonly folder: string;
  /** the version of the format to go back to */
  readonly to: number;
  /** UTC */
  readonly now: string;
  readonly migrations?: readonly Migration[];
  readonly disk?: MigrationDisk;
};

/**
 * Converts a store back to an older format, without loss; returns the version it had. If the process is killed, the
 * store has either format, and the Waypost of that format opens it. Refuses a format whose migration rewrote the log.
 */
export async function downgrade(options: DowngradeOptions): Promise<number> {
  const { folder, to, now, migrations = table, disk = realDisk } = options;
  const supported = 1 + migrations.length;
  await assertSupported(folder, supported);
  const lock = await lockFolder(folder, now);
  try {
    const from = await readVersion(folder, supported);
    await settleInterrupted(folder, from, disk);
    const steps = stepsBack(folder, migrations, from, to);
    const next = { version: to, by: '', backup: null };
    const hint = 'make room for a copy of state.json and run the command again';
    if (steps.length > 0) await replaceStore({ folder, from, next, steps, disk, now, hint });
    return from;
  } finally {
    await lock.release();
  }
}

function stepsBack(folder: string, migrations: readonly Migration[], from: number, to: number): StateMigration[] {
  if (!Number.isInteger(to) || to < 1 || to > from)
    throw new WaypostError('validation_failed', `${folder} has format ${from}: give --format 1 to ${from}`);
  return migrations
    .slice(to - 1, from - 1)
    .reverse()
    .map((migration): StateMigration => {
      if (migration.entry === undefined) return { state: migration.back, back: migration.state };
      throw new WaypostError(
        'conflict',
        `${folder}: format ${from} has another log than format ${to}: restore the backup that the upgrade wrote`,
      );
    });
}
