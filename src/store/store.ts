import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { WaypostError } from '../errors.js';
import type { Logger } from '../logger.js';
import type { Change, Entry } from '../schema/entry.js';
import type { StoreStatus } from '../schema/health.js';
import { corruptSuffix } from './aside.js';
import { createChores } from './chores.js';
import { makeFolder } from './durable.js';
import { isRecord } from '../domain/record.js';
import { apply } from './fold.js';
import { createHistory, type History } from './history.js';
import { createKeyCache } from './key-cache.js';
import { hasKeys } from './keys.js';
import { lockFolder } from './lock.js';
import { demandKnown } from './format.js';
import { createLog, type Stamps } from './log.js';
import { migrate, type Migrated } from './migrate.js';
import { migrations as table } from './migrations/index.js';
import type { Migration } from './migrations/migration.js';
import { recover, type Recovered } from './recover.js';
import type { Retention } from './retention.js';
import { createLosses, type LogFolder, type Segment } from './segment.js';
import { createSnapshotAdapter } from './snapshot.js';
import { emptyState, type ReadonlyState } from './state.js';
import { createTallies, type Written } from './tally.js';

/** Keys of records held for looking up those that are sent again: some 150 bytes each. */
const MOST_KEYS = 50_000;

/** `records`: those of the entries that are locations or alerts */
export type Appended = { readonly entries: number; readonly records: number; readonly bytes: number };

export type StoreOptions = {
  /** the data folder; made when it is not there */
  readonly folder: string;
  readonly clock: Stamps;
  readonly logger: Logger;
  /** a segment of the log is closed once it has this many bytes */
  readonly segmentBytes: number;
  /** the state is written again once the log has grown by this many bytes */
  readonly snapshotBytes: number;
  readonly retention: Retention;
  /** what time it is for the age of history, ms since 1970; by the clock when left out */
  readonly age?: () => number;
  /** the version of this Waypost: who finds a newer store is told to install it */
  readonly waypost?: string;
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
  readonly retain: () => void;
  readonly status: () => StoreStatus;
  /** what was appended since the start */
  readonly appended: () => Appended;
  /** what was written since the start, but for what is written once: keys, a certificate, what is set aside */
  readonly written: () => Written;
  readonly close: () => Promise<void>;
};

export async function openStore(options: StoreOptions): Promise<Store> {
  const { folder, clock, logger, segmentBytes, snapshotBytes, retention, migrations = table } = options;
  const format = 1 + migrations.length;
  await demandKnown(folder, format);
  await makeFolder(join(folder, 'log'));
  // A folder that was there before, as one from a package is, may be open to others.
  await chmod(folder, 0o700).catch(() => undefined);
  const now = new Date(clock.now()).toISOString();
  const lock = await lockFolder(folder, now);
  const { losses, report } = createLosses((loss) => {
    logger.error(loss);
  });
  const suffix = corruptSuffix(now);
  const tallies = createTallies();
  const logFolder: LogFolder = { path: join(folder, 'log'), suffix, report, keys: createKeyCache(MOST_KEYS), tallies };
  const adapter = createSnapshotAdapter(folder, suffix, { tally: tallies.snapshots, known: format });
  const low = new Low(adapter, emptyState(format));
  let segments: readonly Segment[] = [];
  const history = createHistory(
    () => segments,
    () => low.data.restamps,
  );

  const recovered = await start().catch(async (error: unknown) => {
    await lock.release();
    throw error;
  });
  segments = recovered.segments;
  const readOnly = recovered.unusable;
  if (readOnly !== null) logger.error(`read-only: ${readOnly}`);

  async function start(): Promise<Recovered & { readonly covered: number }> {
    const migrated = await migrate({ folder, now, by: options.waypost ?? '', migrations });
    if (migrated !== null) logger.warn(wayBack(folder, migrated));
    await low.read();
    const covered = low.data.n;
    for (const problem of adapter.problems) report(problem);
    const found = await recover(logFolder, covered);
    for (const entry of found.tail) apply(low.data, entry);
    const gone = low.data.n === 0 && (await hasKeys(folder));
    const unusable = found.unusable ?? (gone ? `${folder} was in use, but its log is gone: restore a backup` : null);
    return { ...found, unusable, covered };
  }

  const chores = createChores({
    logFolder,
    retention,
    now: options.age ?? (() => clock.now()),
    logger,
    async writeSnapshot() {
      const { n } = low.data;
      await low.write();
      return n;
    },
    covered: [recovered.covered, 0],
    segments: () => segments,
    replace(segment, by) {
      segments = segments.flatMap((one) => (one === segment ? by : one));
    },
    settled: () => history.settled(),
  });
  const listeners = new Set<StoreListener>();
  let unsnapshotted = 0;
  const appended = { entries: 0, records: 0, bytes: 0 };
  const snapshot = (): void => {
    unsnapshotted = 0;
    chores.snapshot();
  };
  if (readOnly === null) for (const raw of recovered.unsorted) chores.sort(raw);

  const log = createLog({
    folder: logFolder.path,
    clock,
    segmentBytes,
    next: recovered.last + 1,
    report,
    tally: tallies.log,
    ...(recovered.active === undefined ? {} : { active: recovered.active }),
    onStored(entries, bytes) {
      for (const entry of entries) {
        apply(low.data, entry);
        if (isRecord(entry)) appended.records += 1;
      }
      unsnapshotted += bytes;
      appended.entries += entries.length;
      appended.bytes += bytes;
      if (unsnapshotted >= snapshotBytes) snapshot();
      for (const listener of listeners) listener(entries);
    },
    onSegment(begun, complete) {
      // A segment that a failed write left empty has the number, and now the file, of the one begun.
      segments = [...segments.filter(({ first }) => first < begun.first), begun];
      if (complete === undefined) return;
      if (complete.first === begun.first) {
        void complete.close();
        return;
      }
      chores.sort(complete);
      chores.retain();
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
    retain: () => {
      if (readOnly === null) chores.retain();
    },
    status: () => ({
      writable: readOnly === null && log.trouble() === null,
      reason: readOnly ?? log.trouble(),
      entries: low.data.n,
      segments: segments.length,
      bytes: segments.reduce((sum, segment) => sum + segment.bytes(), 0),
      losses: [...losses],
    }),
    appended: () => ({ ...appended }),
    written: tallies.written,
    async close() {
      await log.close();
      if (readOnly === null) snapshot();
      await chores.done();
      await history.settled();
      for (const segment of segments) await segment.close();
      await lock.release();
    },
  };
}

const wayBack = (folder: string, { from, to, by, backup }: Migrated): string =>
  `the store was brought from format ${from} to ${to}. To go back: stop the gateway, install ` +
  `${by === '' ? 'the Waypost that was there before' : `Waypost ${by}`}, and: waypost restore ${join(folder, backup ?? '')}`;
