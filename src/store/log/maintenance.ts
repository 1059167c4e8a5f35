import { rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../disk/durable.js';
import { diskSpaceOf } from '../../disk/space.js';
import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { isDiskFullError } from '../io-error.js';
import type { RawSegment } from './raw-segment.js';
import { limitsOfClosed, segmentsToDrop, type Retention } from './retention.js';
import { writeRetentionMark } from './retention-mark.js';
import { indexName, orderName, rawName, rowsName, sortedName, type LogFolder, type Segment } from './segment.js';
import { createSegmentSorter } from './sorted/sort-segment.js';

/** Background tasks, one after the other. Each may fail: the log has everything, and a later run repeats the task. */
export type Maintenance = {
  /** writes the state, so that a start reads less of the log */
  readonly writeSnapshot: () => void;
  /** rewrites a complete segment sorted */
  readonly sortSegment: (raw: RawSegment) => void;
  /** writes the indexes of previous versions again */
  readonly renewIndexes: () => void;
  /** Resolves once another segment may be started: while a few wait to be sorted, with their rows in memory, none is. */
  readonly ready: () => Promise<void>;
  /** drops the segments that exceed retention */
  readonly applyRetention: () => void;
  /** verifies a piece of a closed segment */
  readonly scrub: () => void;
  /** resolves once all tasks so far are done; indexes are not renewed any more */
  readonly done: () => Promise<void>;
};

export type MaintenanceOptions = {
  readonly logFolder: LogFolder;
  readonly retention: Retention;
  /** a segment is closed at this size, or earlier by `retention` */
  readonly segmentBytes: number;
  /** the first entry that an uplink still needs; Infinity: none */
  readonly neededFrom: () => number;
  /** bytes that must be free on the disk while segments are kept for uplinks */
  readonly reserve: number;
  readonly now: () => number;
  readonly logger: Logger;
  readonly verifyPiece: () => Promise<void>;
  /** writes the snapshot; resolves with the number of its last entry */
  readonly saveState: () => Promise<number>;
  /** the last entries of the two snapshots found at the start */
  readonly covered: readonly [current: number, previous: number];
  /** called before the entries up to `keptFrom` are dropped */
  readonly onDropping: (keptFrom: number) => void;
  readonly segments: () => readonly Segment[];
  readonly replace: (segment: Segment, by: readonly Segment[]) => void;
  /** resolves once no query reads a replaced segment */
  readonly queriesDone: () => Promise<void>;
};

/** Segments that may wait to be sorted. Only a load that leaves no time to sort them has as many. */
const MAX_UNSORTED = 4;

/** New records go before those that an uplink has not forwarded. A disk that does not report its room counts as roomy. */
function isAlmostFull(folder: string, reserve: number): boolean {
  try {
    return diskSpaceOf(folder).freeBytes < reserve;
  } catch {
    return false;
  }
}

async function removeFiles(
  { path }: LogFolder,
  segments: readonly Segment[],
  names: readonly ((first: number) => string)[],
): Promise<void> {
  for (const { first } of segments) for (const name of names) await rm(join(path, name(first)), { force: true });
}

async function dropSegments(options: MaintenanceOptions, dropped: readonly Segment[]): Promise<void> {
  const { logFolder, onDropping, replace, queriesDone, logger } = options;
  const counter = logFolder.writeCounters?.segments;
  const upTo = dropped.at(-1)?.last();
  if (upTo === undefined) return;
  // Noted before anything is gone: after a crash what is missing must not look lost.
  await writeRetentionMark(logFolder.path, upTo + 1, counter);
  onDropping(upTo + 1);
  for (const segment of dropped) {
    replace(segment, []);
    await queriesDone();
    await segment.close();
    // The segment goes before its index: an index without a segment is harmless.
    await removeFiles(logFolder, [segment], [sortedName, rawName, indexName, orderName, rowsName]);
  }
  await syncFolder(logFolder.path, counter);
  logger.info({ upTo }, 'old history dropped by store.retention');
}

export function createMaintenance(options: MaintenanceOptions): Maintenance {
  const { logFolder, retention, neededFrom, reserve, now, logger, saveState } = options;
  const { segments, segmentBytes, replace, queriesDone, verifyPiece } = options;
  let isScrubbing = false;
  const sort = createSegmentSorter(logFolder);
  let [current, previous] = options.covered;
  let last = Promise.resolve();
  let isStopping = false;
  /** of the segments that are not sorted yet, oldest first */
  const sorting: Promise<void>[] = [];

  const runTask = (name: string, work: () => Promise<void>): Promise<void> => {
    last = last.then(work).catch((error: unknown) => {
      logger.warn({ reason: messageOf(error) }, `${name} failed, will be repeated`);
    });
    return last;
  };

  async function save(): Promise<void> {
    const n = await saveState();
    [current, previous] = [n, current];
  }

  async function renew(segment: Segment): Promise<void> {
    if (!isStopping && segments().includes(segment)) await segment.renewIndex?.();
  }

  /** The indexes of segments that are about to be dropped can be made again, should they stay. */
  async function saveWithRoomOf(excess: readonly Segment[]): Promise<void> {
    await save().catch(async (error: unknown) => {
      if (!isDiskFullError(error)) throw error;
      await removeFiles(logFolder, excess, [indexName, orderName, rowsName]);
      await save();
    });
  }

  function findExcess(covered: number): readonly Segment[] {
    const all = segments();
    const limits = limitsOfClosed(retention, segmentBytes, all.at(-1)?.bytes() ?? 0);
    const kept = isAlmostFull(logFolder.path, reserve) ? Infinity : neededFrom();
    return segmentsToDrop(all, limits, covered, now(), kept);
  }

  return {
    writeSnapshot() {
      void runTask('writing state.json', save);
    },
    sortSegment(raw) {
      const sorted = runTask(`sorting the segment of entry ${raw.first}`, async () => {
        // Retention may have dropped it: its descriptor is closed and may by now belong to another file.
        if (!segments().includes(raw)) return;
        replace(raw, [await sort(raw)]);
        await queriesDone();
        await raw.close();
        await unlink(raw.file.path);
        await syncFolder(logFolder.path, logFolder.writeCounters?.segments);
      });
      sorting.push(sorted);
      void sorted.then(() => sorting.shift());
    },
    renewIndexes() {
      // An old index serves as well: a full disk is no reason to report it.
      for (const segment of segments()) void runTask('renewing an index', () => renew(segment).catch(() => undefined));
    },
    ready: () => sorting.at(-MAX_UNSORTED) ?? Promise.resolve(),
    applyRetention() {
      void runTask('dropping old segments', async () => {
        // Those that both snapshots cover go first: that makes room for the next snapshot.
        for (let snapshots = 0; ; snapshots += 1) {
          await dropSegments(options, findExcess(Math.min(current, previous)));
          const excess = findExcess(Infinity);
          if (excess.length === 0 || snapshots === 2) return;
          await saveWithRoomOf(excess);
        }
      });
    },
    scrub() {
      // A task that takes long must not gather others behind it.
      if (isScrubbing) return;
      isScrubbing = true;
      void runTask('verifying the log', verifyPiece).then(() => (isScrubbing = false));
    },
    done() {
      isStopping = true;
      return last;
    },
  };
}
