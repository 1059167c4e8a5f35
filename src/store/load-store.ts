import { join } from 'node:path';
import { Low } from 'lowdb';
import type { WriteCounters } from '../disk/write-counters.js';
import { MAX_STATE_FILE_BYTES } from '../domain/bounds.js';
import type { Logger } from '../logger.js';
import type { GatewayMessage } from '../messages/message.js';
import { hasKeys } from './keys.js';
import { storeMessages } from './messages.js';
import { recover, type RecoveredLog } from './log/recover.js';
import type { LogFolder } from './log/segment.js';
import { migrate, type MigrationResult } from './state/migrate.js';
import { migrations as table } from './state/migrations/index.js';
import type { Migration } from './state/migrations/migration.js';
import { refoldMissing } from './state/refold.js';
import { createSnapshotAdapter, snapshotBytes } from './state/snapshot.js';
import { emptyState, type State } from './state/state.js';
import { createTailFold } from './state/tail-fold.js';
import { trimState, type OnTrimmed } from './state/trim-state.js';

export type LoadOptions = {
  /** the data folder; created if it does not exist */
  readonly folder: string;
  readonly logger: Logger;
  /** version of this Waypost, written into format.json */
  readonly waypostVersion?: string;
  /** a larger state is not loaded: the store is read-only and empty */
  readonly maxStateBytes?: number;
  /** called with what exceeded a bound on opening and gave way */
  readonly onTrimmed?: OnTrimmed;
  /** a test passes its own */
  readonly migrations?: readonly Migration[];
};

/** What a data folder holds, ready to be appended to. */
export type LoadedStore = {
  readonly low: Low<State>;
  readonly recovered: RecoveredLog;
  /** the snapshot lacked something that the log has: it is soon written again */
  readonly isCompleted: boolean;
  /** the last entries in the two snapshots */
  readonly covered: readonly [current: number, previous: number];
  /** the size of the newest snapshot */
  readonly snapshotBytes: () => number;
  /** why the store cannot be written to; null: it can */
  readonly readOnly: GatewayMessage | null;
};

/** The log folder with everything that a store reports into. */
export type StoreLogFolder = LogFolder & { readonly corruptSuffix: string; readonly writeCounters: WriteCounters };

/** Migrates the folder, loads the newest valid snapshot and applies the rest of the log to it. */
export async function loadStore(options: LoadOptions, logFolder: StoreLogFolder, now: string): Promise<LoadedStore> {
  const { folder, logger, maxStateBytes: maxBytes = MAX_STATE_FILE_BYTES, migrations = table, onTrimmed } = options;
  const format = 1 + migrations.length;
  const bytes = await snapshotBytes(folder, maxBytes);
  const migrated = await migrate({ folder, now, by: options.waypostVersion ?? '', migrations });
  if (migrated !== null) logger.warn(downgradeHint(folder, migrated));
  const adapter = createSnapshotAdapter(folder, logFolder.corruptSuffix, {
    counter: logFolder.writeCounters.snapshots,
    supported: format,
    maxBytes,
  });
  const low = new Low(adapter, emptyState(format));
  await low.read();
  const covered = low.data.n;
  for (const problem of adapter.problems) logFolder.report(problem);
  const recovered = await recover(
    logFolder,
    low.data,
    createTailFold(low.data, { logPath: logFolder.path, snapshotBytes: bytes, maxBytes }),
  );
  low.data.keptFrom = recovered.keptFrom;
  const refolded = await refoldMissing(low.data, adapter.missing(), recovered.segments);
  if (refolded > 0) logger.info({ entries: refolded }, 'the state of an earlier version was completed from the log');
  trimState(low.data, onTrimmed);
  const isLogGone = low.data.n === 0 && (await hasKeys(folder));
  const logGone = isLogGone ? storeMessages.logGone({ path: folder }) : null;
  return {
    low,
    recovered,
    isCompleted: refolded > 0,
    covered: [covered, adapter.previous()],
    snapshotBytes: adapter.bytes,
    readOnly: recovered.unusable ?? logGone,
  };
}

/** A store that does not fit into the memory: nothing of it is read or written, so that the gateway can say so. */
export const notLoaded = (readOnly: GatewayMessage): LoadedStore => ({
  low: new Low<State>({ read: () => Promise.resolve(null), write: () => Promise.resolve() }, emptyState()),
  recovered: { segments: [], last: 0, keptFrom: 1, unusable: null, misplaced: [], unsorted: [], active: undefined },
  isCompleted: false,
  covered: [0, 0],
  snapshotBytes: () => 0,
  readOnly,
});

function downgradeHint(folder: string, { from, to, by, backup, isReversible }: MigrationResult): string {
  const version = by === '' ? 'the previous Waypost' : `Waypost ${by}`;
  const steps = isReversible
    ? `run: waypost downgrade --format ${from} --data ${folder}; then install ${version}`
    : `install ${version} and run: waypost restore ${join(folder, backup ?? '')} --data ${folder}`;
  return `store converted from format ${from} to ${to}. To go back: stop the gateway, ${steps}`;
}
