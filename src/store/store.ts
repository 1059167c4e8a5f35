import { join } from 'node:path';
import { makeFolder } from '../disk/durable.js';
import type { AppendTotals, WriteTotals } from '../disk/write-counters.js';
import type { Collection } from '../domain/bounds.js';
import { isRecord } from '../domain/records/record.js';
import { neededByUplinks } from '../domain/uplinks/position.js';
import { errorOf, messageOf } from '../errors.js';
import type { Logger } from '../logger.js';
import { english } from '../messages/english.js';
import { failureOf } from '../messages/failure.js';
import type { GatewayMessage } from '../messages/message.js';
import { isAuthor, type Author } from '../schema/accounts/author.js';
import type { AuthoredChange, Entry } from '../schema/entry.js';
import type { StoreStatus } from '../schema/system/health.js';
import { authored } from './authored.js';
import { assertWritable, closeToOthers, explainingAccess } from './folder-access.js';
import { watchFolder, type FolderPresence } from './folder-presence.js';
import { createHistory, type History } from './history/history.js';
import { recoverKeys } from './keys.js';
import { loadStore, notLoaded, type LoadedStore, type LoadOptions, type StoreLogFolder } from './load-store.js';
import { lockFolder } from './lock.js';
import { createLogFolder } from './log-folder.js';
import { createLog, type Log, type LogClock } from './log/log.js';
import { createLogRoom, reachOf, type HistoryReach } from './log/log-room.js';
import { createMaintenance, type Maintenance } from './log/maintenance.js';
import { isSegmentDue, segmentLimits, type Retention } from './log/retention.js';
import { isRaw } from './log/raw-segment.js';
import { writeRows } from './log/rows-file.js';
import { createScrub } from './log/scrub.js';
import { readNames, type Segment } from './log/segment.js';
import { noRoomFor } from './snapshot-room.js';
import { createStatus } from './status.js';
import { createCapacity } from './state/capacity.js';
import { applyEntry } from './state/fold.js';
import { assertSupported } from './state/format.js';
import { migrations as table } from './state/migrations/index.js';
import { newGeneration } from './state/new-generation.js';
import { StateTooLarge } from './state/snapshot.js';
import type { ReadonlyState, State } from './state/state.js';

export type StoreOptions = LoadOptions & {
  readonly clock: LogClock;
  /** a segment of the log is closed at this size */
  readonly segmentBytes: number;
  /** a snapshot is written whenever the log has grown by this much */
  readonly snapshotBytes: number;
  /** read at each use: may be changed */
  readonly retention: Retention;
  /** the time that the age of history is measured against, ms since 1970; default: the clock */
  readonly age?: () => number;
  /** called with the collection whose bound refuses a change */
  readonly onRefused?: (collection: Collection) => void;
};

/** Called with all entries in the order of their numbers. Must not throw; every writer waits for it. */
export type StoreListener = (entries: readonly Entry[]) => void;

/** The user or port against whose budget of the log a change counts that has no author, such as records. */
export type ChangeOwner = { readonly user: string } | { readonly port: string };
/** Why a change is made. */
export type ChangeCause = Author | ChangeOwner;

/** One log, the state folded from it, and its history. */
export type Store = {
  readonly state: ReadonlyState;
  readonly history: History;
  /**
   * The only way to change anything: all of the changes or none. Resolves once they are on stable storage and folded;
   * rejects with `conflict` if a bound of the state refuses them, and with `rate_limited` beyond the budget that `by` has;
   * left out: the gateway itself. Entries get the author, and the values that they replace.
   */
  readonly append: (changes: readonly AuthoredChange[], by?: ChangeCause) => Promise<readonly Entry[]>;
  /** The changes as `append` stores them: with the author, and the values that they replace. */
  readonly authored: (changes: readonly AuthoredChange[], by: Author) => readonly AuthoredChange[];
  /**
   * Begins a new generation of the store; resolves once that is on stable storage. `from`: the first entry that belongs to
   * it, which may be an earlier one; left out: the next one.
   */
  readonly startGeneration: (from?: number, by?: ChangeCause) => Promise<void>;
  /** Calls `listener` with the entries of every append, after they are folded and before the append resolves. */
  readonly subscribe: (listener: StoreListener) => () => void;
  /** Resolves once the disk has responded, with success or an error; writes nothing. */
  readonly probe: () => Promise<void>;
  /** drops segments by `store.retention`; also done whenever a segment closes */
  readonly applyRetention: () => void;
  /** verifies a piece of a closed segment; called every few seconds */
  readonly scrub: () => void;
  readonly status: () => StoreStatus;
  /** The last process that used the folder wrote everything before its end. */
  readonly endedCleanly: boolean;
  readonly reach: () => HistoryReach;
  /** appended since the start */
  readonly appendTotals: () => AppendTotals;
  /** written since the start, without files that are written once: keys, certificate, corrupt bytes */
  readonly writeTotals: () => WriteTotals;
  readonly close: () => Promise<void>;
};

/** What changes while a store is open. */
type OpenState = {
  readonly data: State;
  readonly listeners: Set<StoreListener>;
  /** oldest first */
  segments: readonly Segment[];
  /** bytes appended since the last snapshot was started */
  unsnapshotted: number;
};

export const openStore = (options: StoreOptions): Promise<Store> =>
  explainingAccess(options.folder, () => openFolder(options));

async function openFolder(options: StoreOptions): Promise<Store> {
  const { folder, clock, logger, migrations = table } = options;
  const logPath = join(folder, 'log');
  await assertSupported(folder, 1 + migrations.length);
  await readNames(logPath);
  await makeFolder(logPath);
  await assertWritable(folder);
  const problem = await assertWritable(logPath);
  await closeToOthers(options);
  const now = new Date(clock.now()).toISOString();
  const lock = await lockFolder(folder, now);
  const { logFolder, losses } = createLogFolder(options, now);
  const loaded = await loadStore(options, logFolder, now).catch(async (error: unknown) => {
    if (error instanceof StateTooLarge) return notLoaded(error.data);
    await lock.release();
    throw error;
  });
  const { low, recovered, readOnly } = loaded;
  if (readOnly !== null) logger.error(`read-only: ${english(readOnly)}`);
  if (readOnly === null) (await recoverKeys(folder, logFolder.corruptSuffix, low.data)).forEach(logFolder.report);
  const presence = await watchFolder(folder, logFolder.path, logger);
  const mayWrite = (): boolean => readOnly === null && presence.problem() === null;
  const open: OpenState = {
    data: low.data,
    listeners: new Set(),
    segments: recovered.segments,
    // After runs that were killed, too: the log after the snapshot would grow with each of them.
    unsnapshotted: loaded.isCompleted ? Infinity : bytesAfter(recovered.segments, loaded.covered[0]),
  };
  const history = createHistory(
    () => open.segments,
    () => low.data.restamps,
  );
  const maintenance = startMaintenance(options, logFolder, loaded, open, history);
  const log = startLog(options, logFolder, loaded, open, maintenance, { problem, presence });
  const append = createAppend(options, loaded, log);
  return {
    state: low.data,
    history,
    append,
    authored: (changes, by) => authored(low.data, changes, by),
    async startGeneration(from, by) {
      await append([newGeneration(from)], by);
    },
    subscribe(listener) {
      open.listeners.add(listener);
      return () => {
        open.listeners.delete(listener);
      };
    },
    probe: () => (readOnly === null ? log.probe() : Promise.resolve()),
    applyRetention: () => {
      if (!mayWrite()) return;
      if (isNewestDue(options, open.segments.at(-1))) log.endSegment();
      maintenance.applyRetention();
    },
    scrub: () => {
      if (readOnly === null) maintenance.scrub();
    },
    endedCleanly: loaded.covered[0] >= recovered.last,
    status: createStatus(open, losses, () => readOnly ?? presence.problem() ?? log.problem()),
    reach: createReach(options, low.data, open),
    appendTotals: logFolder.writeCounters.appendTotals,
    writeTotals: logFolder.writeCounters.totals,
    async close() {
      await log.close();
      if (mayWrite()) maintenance.writeSnapshot();
      await maintenance.done();
      await history.settled();
      if (mayWrite()) await storeRows(logFolder, open.segments.at(-1), logger);
      for (const segment of open.segments) await segment.close();
      await presence.close();
      await lock.release();
    },
  };
}

/** The size of the segments with entries after `n`. */
const bytesAfter = (segments: readonly Segment[], n: number): number =>
  segments.reduce((sum, segment) => sum + (segment.last() > n ? segment.bytes() : 0), 0);

function isNewestDue(
  { clock, retention, segmentBytes, age = () => clock.now() }: StoreOptions,
  newest: Segment | undefined,
): boolean {
  if (newest === undefined || !isRaw(newest)) return false;
  const { bytes, firstAt } = newest;
  const limits = segmentLimits(retention, segmentBytes);
  return isSegmentDue({ bytes: bytes(), firstAt: Date.parse(firstAt()) }, limits, age());
}

/** Without the rows the next start decodes the segment. */
async function storeRows(
  { path, writeCounters }: StoreLogFolder,
  newest: Segment | undefined,
  logger: Logger,
): Promise<void> {
  if (newest === undefined || !isRaw(newest)) return;
  await writeRows(path, newest, writeCounters.segments).catch((error: unknown) => {
    logger.warn(
      { reason: messageOf(error) },
      'the next start takes longer: the positions of the entries were not stored',
    );
  });
}

function createReach(
  { clock, retention, segmentBytes, age = () => clock.now() }: StoreOptions,
  data: State,
  open: OpenState,
): Store['reach'] {
  const room = createLogRoom(() => open.segments);
  let counted: readonly Segment[] = [];
  return () => {
    const { segments } = open;
    // The list is replaced whenever a segment is added, sorted or dropped.
    if (segments !== counted) void room.update();
    counted = segments;
    return { ...reachOf({ segments, retention, segmentBytes, keptFrom: data.keptFrom, now: age() }), ...room.read() };
  };
}

function createAppend({ onRefused }: StoreOptions, { low, readOnly }: LoadedStore, log: Log): Store['append'] {
  const capacity = createCapacity(low.data, onRefused);
  return (changes, by) => {
    if (readOnly !== null) return Promise.reject(errorOf(failureOf('store_unavailable', readOnly)));
    const reserved = capacity.reserve(changes);
    if (!reserved.ok) return Promise.reject(errorOf(reserved));
    const { release } = reserved.value;
    const stored = log.append(isAuthor(by) ? authored(low.data, changes, by) : changes);
    return release === undefined ? stored : stored.finally(release);
  };
}

/** Room for new records, in segments: with less of it on the disk, no history is kept for uplinks. */
const RESERVED_SEGMENTS = 4;

function startMaintenance(
  { clock, logger, retention, segmentBytes, age = () => clock.now() }: StoreOptions,
  logFolder: StoreLogFolder,
  { low, recovered, covered, readOnly }: LoadedStore,
  open: OpenState,
  history: History,
): Maintenance {
  const segments = (): readonly Segment[] => open.segments;
  const replace = (segment: Segment, by: readonly Segment[]): void => {
    open.segments = open.segments.flatMap((one) => (one === segment ? by : one));
  };
  const scrub = createScrub({
    ...{ logFolder, segments, replace, now: clock.now, monotonic: clock.monotonic },
    ignored: new Set(recovered.misplaced.map(({ fileName }) => fileName)),
    appended: () => logFolder.writeCounters.appendTotals().entries,
  });
  const maintenance = createMaintenance({
    ...{ logFolder, segments, replace, verifyPiece: scrub.step },
    retention,
    segmentBytes,
    neededFrom: () => neededByUplinks(low.data.uplinkPositions, low.data.deadLetters),
    reserve: RESERVED_SEGMENTS * segmentBytes,
    now: age,
    logger,
    async saveState() {
      const { n } = low.data;
      await low.write();
      return n;
    },
    covered,
    onDropping(keptFrom) {
      low.data.keptFrom = keptFrom;
    },
    queriesDone: () => history.settled(),
  });
  if (readOnly !== null) return maintenance;
  for (const raw of recovered.unsorted) maintenance.sortSegment(raw);
  maintenance.renewIndexes();
  return maintenance;
}

function startLog(
  { folder, clock, logger, segmentBytes, snapshotBytes, retention }: StoreOptions,
  { path, report, repeats, writeCounters }: StoreLogFolder,
  { recovered: { last, active }, snapshotBytes: writtenBytes, readOnly }: LoadedStore,
  open: OpenState,
  maintenance: Maintenance,
  { problem, presence }: { readonly problem: GatewayMessage | undefined; readonly presence: FolderPresence },
): Log {
  return createLog({
    presence,
    folder: path,
    clock,
    get segmentBytes() {
      return segmentLimits(retention, segmentBytes).bytes;
    },
    next: last + 1,
    report,
    ...(repeats && { repeats }),
    problem,
    // An empty store has nothing to make room for: its first start fails as on any full disk.
    noRoom: () => (open.data.n === 0 || readOnly !== null ? null : noRoomFor(folder, writtenBytes())),
    onProblem(reason) {
      if (reason === null) logger.warn('the store writes again');
      else logger.error({ reason: english(reason) }, 'the store cannot write: new records are refused');
    },
    counter: writeCounters.log,
    ready: maintenance.ready,
    ...(active === undefined ? {} : { active }),
    onStored(entries, bytes) {
      let records = 0;
      for (const entry of entries) {
        applyEntry(open.data, entry);
        if (isRecord(entry)) records += 1;
      }
      writeCounters.onAppend(entries.length, records, bytes);
      open.unsnapshotted += bytes;
      if (open.unsnapshotted >= snapshotBytes) {
        open.unsnapshotted = 0;
        maintenance.writeSnapshot();
      }
      for (const listener of open.listeners) listener(entries);
    },
    onSegmentStarted(started, complete) {
      // A segment that a failed write left empty has the number, and now the file, of the one just started.
      open.segments = [...open.segments.filter(({ first }) => first < started.first), started];
      if (complete === undefined) return;
      if (complete.first === started.first) {
        void complete.close();
        return;
      }
      maintenance.sortSegment(complete);
      maintenance.applyRetention();
    },
  });
}
