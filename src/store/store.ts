import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { WaypostError } from '../errors.js';
import type { Logger } from '../logger.js';
import type { Change, Entry } from '../schema/entry.js';
import type { StoreStatus } from '../schema/system/health.js';
import { corruptSuffix } from './log/save-corrupt.js';
import { createMaintenance } from './log/maintenance.js';
import { makeFolder } from '../disk/durable.js';
import { isRecord } from '../domain/records/record.js';
import { applyEntry } from './state/fold.js';
import { createHistory, type History } from './history/history.js';
import { createKeyCache } from './log/key-cache.js';
import { hasKeys } from './keys.js';
import { lockFolder } from './lock.js';
import { assertSupported } from './state/format.js';
import { createLog, type LogClock } from './log/log.js';
import { migrate, type MigrationResult } from './state/migrate.js';
import { migrations as table } from './state/migrations/index.js';
import type { Migration } from './state/migrations/migration.js';
import { recover, type RecoveredLog } from './log/recover.js';
import type { Retention } from './log/retention.js';
import { createLossLog, type LogFolder, type Segment } from './log/segment.js';
import { createSnapshotAdapter } from './state/snapshot.js';
import { emptyState, type ReadonlyState } from './state/state.js';
import { createWriteCounters, type WriteTotals } from '../disk/write-counters.js';

/** Keys of records held for looking up those that are sent again: some 150 bytes each. */
const MAX_CACHED_KEYS = 50_000;

/** `records`: those of the entries that are locations or alerts */
export type AppendTotals = { readonly entries: number; readonly records: number; readonly bytes: number };

export type StoreOptions = {
  /** the data folder; made when it is not there */
  readonly folder: string;
  readonly clock: LogClock;
  readonly logger: Logger;
  /** a segment of the log is closed once it has this many bytes */
  readonly segmentBytes: number;
  /** the state is written again once the log has grown by this many bytes */
  readonly snapshotBytes: number;
  readonly retention: Retention;
  /** what time it is for the age of history, ms since 1970; by the clock when left out */
  readonly age?: () => number;
  /** the version of this Waypost: who finds a newer store is told to install it */
  readonly waypostVersion?: string;
  /** a test brings its own */
  readonly migrations?: readonly Migration[];
};

/** Hears entries in the order of their numbers, none left out. It must not throw, and what it does all writers wait for. */
export type StoreListener = (entries: readonly Entry[]) => void;

/** One log, the state folded from it, and the history in it. */
export type Store = {
  readonly state: ReadonlyState;
  readonly history: History;
  /** The only way to change anything: all of the changes or none; resolves once they are on stable storage and folded. */
  readonly append: (changes: readonly Change[]) => Promise<readonly Entry[]>;
  /** Tells `listener` of the entries of every append, once they are folded and before the append resolves. */
  readonly subscribe: (listener: StoreListener) => () => void;
  /** Resolves once the disk has answered, with a success or a refusal; writes nothing. */
  readonly probe: () => Promise<void>;
  /** drops what retention lets go; done by itself whenever a segment closes */
  readonly applyRetention: () => void;
  readonly status: () => StoreStatus;
  /** what was appended since the start */
  readonly appended: () => AppendTotals;
  /** what was written since the start, but for what is written once: keys, a certificate, what is set aside */
  readonly written: () => WriteTotals;
  readonly close: () => Promise<void>;
};

export async function openStore(options: StoreOptions): Promise<Store> {
  const { folder, clock, logger, segmentBytes, snapshotBytes, retention, migrations = table } = options;
  const format = 1 + migrations.length;
  await assertSupported(folder, format);
  await makeFolder(join(folder, 'log'));
  // A folder that was there before, as one from a package is, may be open to others.
  await chmod(folder, 0o700).catch(() => undefined);
  const now = new Date(clock.now()).toISOString();
  const lock = await lockFolder(folder, now);
  const { losses, report } = createLossLog((loss) => {
    logger.error(loss);
  });
  const suffix = corruptSuffix(now);
  const writeCounters = createWriteCounters();
  const logFolder: LogFolder = {
    path: join(folder, 'log'),
    corruptSuffix: suffix,
    report,
    keyCache: createKeyCache(MAX_CACHED_KEYS),
    writeCounters,
  };
  const adapter = createSnapshotAdapter(folder, suffix, { tally: writeCounters.snapshots, known: format });
  const low = new Low(adapter, emptyState(format));
  let segments: readonly Segment[] = [];
  const history = createHistory(
    () => segments,
    () => low.data.restamps,
  );

  const recovered = await load().catch(async (error: unknown) => {
    await lock.release();
    throw error;
  });
  segments = recovered.segments;
  const readOnly = recovered.unusable;
  if (readOnly !== null) logger.error(`read-only: ${readOnly}`);

  async function load(): Promise<RecoveredLog & { readonly covered: number }> {
    const migrated = await migrate({ folder, now, by: options.waypostVersion ?? '', migrations });
    if (migrated !== null) logger.warn(downgradeHint(folder, migrated));
    await low.read();
    const covered = low.data.n;
    for (const problem of adapter.problems) report(problem);
    const recoveredLog = await recover(logFolder, covered);
    for (const entry of recoveredLog.tail) applyEntry(low.data, entry);
    const isLogGone = low.data.n === 0 && (await hasKeys(folder));
    const unusable =
      recoveredLog.unusable ?? (isLogGone ? `${folder} was in use, but its log is gone: restore a backup` : null);
    return { ...recoveredLog, unusable, covered };
  }

  const maintenance = createMaintenance({
    logFolder,
    retention,
    now: options.age ?? (() => clock.now()),
    logger,
    async saveState() {
      const { n } = low.data;
      await low.write();
      return n;
    },
    covered: [recovered.covered, 0],
    segments: () => segments,
    replace(segment, by) {
      segments = segments.flatMap((one) => (one === segment ? by : one));
    },
    queriesDone: () => history.settled(),
  });
  const listeners = new Set<StoreListener>();
  let unsnapshotted = 0;
  const appended = { entries: 0, records: 0, bytes: 0 };
  const snapshot = (): void => {
    unsnapshotted = 0;
    maintenance.writeSnapshot();
  };
  if (readOnly === null) for (const raw of recovered.unsorted) maintenance.sortSegment(raw);

  const log = createLog({
    folder: logFolder.path,
    clock,
    segmentBytes,
    next: recovered.last + 1,
    report,
    counter: writeCounters.log,
    ...(recovered.active === undefined ? {} : { active: recovered.active }),
    onStored(entries, bytes) {
      for (const entry of entries) {
        applyEntry(low.data, entry);
        if (isRecord(entry)) appended.records += 1;
      }
      unsnapshotted += bytes;
      appended.entries += entries.length;
      appended.bytes += bytes;
      if (unsnapshotted >= snapshotBytes) snapshot();
      for (const listener of listeners) listener(entries);
    },
    onSegmentStarted(started, complete) {
      // A segment that a failed write left empty has the number, and now the file, of the one begun.
      segments = [...segments.filter(({ first }) => first < started.first), started];
      if (complete === undefined) return;
      if (complete.first === started.first) {
        void complete.close();
        return;
      }
      maintenance.sortSegment(complete);
      maintenance.applyRetention();
    },
  });

  return {
    state: low.data,
    history,
    append: (changes) =>
      readOnly === null ? log.append(changes) : Promise.reject(new WaypostError('store_unavailable', readOnly)),
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    probe: () => (readOnly === null ? log.probe() : Promise.resolve()),
    applyRetention: () => {
      if (readOnly === null) maintenance.applyRetention();
    },
    status: () => ({
      writable: readOnly === null && log.problem() === null,
      reason: readOnly ?? log.problem(),
      entries: low.data.n,
      segments: segments.length,
      bytes: segments.reduce((sum, segment) => sum + segment.bytes(), 0),
      losses: [...losses],
    }),
    appended: () => ({ ...appended }),
    written: writeCounters.totals,
    async close() {
      await log.close();
      if (readOnly === null) snapshot();
      await maintenance.done();
      await history.settled();
      for (const segment of segments) await segment.close();
      await lock.release();
    },
  };
}

const downgradeHint = (folder: string, { from, to, by, backup }: MigrationResult): string =>
  `the store was brought from format ${from} to ${to}. To go back: stop the gateway, install ` +
  `${by === '' ? 'the Waypost that was there before' : `Waypost ${by}`}, and: waypost restore ${join(folder, backup ?? '')}`;
