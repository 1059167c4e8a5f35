import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Entry } from '../../schema/entry.js';
import { openWritableOrReadonly, openFileAt } from '../../disk/durable.js';
import type { GatewayMessage } from '../../messages/message.js';
import { ioProblemOf } from '../io-error.js';
import { storeMessages } from '../messages.js';
import type { MisplacedSegment } from './place-segments.js';
import { createRawSegment, type RawSegment } from './raw-segment.js';
import { takeRows } from './rows-file.js';
import { scanSegment, type SegmentScan } from './scan.js';
import { readRetentionMark } from './retention-mark.js';
import {
  clipRanges,
  createMisfitCount,
  rawName,
  sortedName,
  type LogFolder,
  type EntryRange,
  type Segment,
} from './segment.js';
import {
  closeFile,
  createGap,
  isPassable,
  openSegmentFiles,
  type PlacedFile,
  type SegmentEnd,
  type UnreadableFile,
} from './segment-files.js';
import { openSortedSegment } from './sorted/sorted-segment.js';

/** The log as found on disk. */
export type LogScan = {
  /** oldest first */
  readonly segments: readonly Segment[];
  readonly raw: readonly RawSegmentScan[];
  /** the unused files of segments that a crash left both raw and sorted */
  readonly leftovers: readonly string[];
  readonly unreadable: readonly UnreadableFile[];
  readonly misplaced: readonly MisplacedSegment[];
  /** number of the last entry that existed, even if it is lost: it is not assigned again */
  readonly last: number;
  /** numbers of lost entries */
  readonly missing: readonly EntryRange[];
  /** the first entry that retention left */
  readonly keptFrom: number;
  /** why this log must not be written to; null: it may be */
  readonly unusable: GatewayMessage | null;
};

/** A raw segment and the content of its file. */
export type RawSegmentScan = SegmentScan & {
  readonly segment: RawSegment;
  readonly newest: boolean;
  readonly bytes: Buffer;
};

/** What the snapshot has about the log. */
export type SnapshotCover = {
  /** number of the last entry in the snapshot; 0 without one */
  readonly n: number;
  /** the first entry that retention had left by then; null: unknown */
  readonly keptFrom: number | null;
};

/** Called with the entries after the snapshot, in the order of their numbers, and the size of their segment. */
export type OnTail = (entries: readonly Entry[], bytes: number) => void;

/**
 * Reads the log without repairing it. Without a snapshot all of it is read, so no more than a segment is kept. `restores`:
 * the rows that a clean stop left are used up instead of decoding the newest segment, which is about to be written to.
 */
export async function scanSegments(
  folder: LogFolder,
  snapshot: SnapshotCover,
  onTail: OnTail,
  { restores = false } = {},
): Promise<LogScan> {
  const { n: covered } = snapshot;
  const { files, misplaced, irregular } = await openSegmentFiles(folder, covered);
  const found: OpenedFile[] = [];
  let hasTail = false;
  let last = covered;
  try {
    for (const [index, file] of files.entries()) {
      const before = files[index + 1]?.first;
      const isContinued = before === undefined && !file.sorted;
      const opened = await openFileOrGap(folder, file, { before, covered, restores: restores && isContinued });
      found.push(opened);
      const { segment, raw, entries } = opened;
      last = Math.max(last, segment.last() + (raw?.newest === true ? raw.lostAtEnd : 0));
      const tail = entries.filter(({ n }) => n > covered);
      hasTail ||= tail.length > 0;
      if (segment.last() > covered)
        onTail(
          tail.sort((a, b) => a.n - b.n),
          segment.bytes(),
        );
    }
  } catch (error) {
    for (const { segment } of found) await segment.close();
    for (const file of files) await closeFile(file);
    throw error;
  }
  const segments = found.map(({ segment }) => segment);
  const raw = found.flatMap((one) => one.raw ?? []);
  const unreadable = found.flatMap((one) => one.unreadable ?? []);
  const keptFrom = await findKeptFrom(folder.path, segments, snapshot);
  return {
    segments,
    raw,
    leftovers: found.flatMap(({ leftover }) => leftover ?? []),
    unreadable: unreadable.filter(({ segment }) => segment.last() >= keptFrom),
    misplaced,
    last,
    missing: findMissingRanges(segments, keptFrom, last),
    keptFrom,
    unusable: findUnusable(irregular, covered, () => describeUnusable(folder.path, segments, hasTail, raw, unreadable)),
  };
}

/** A segment, and what is known about its file. */
type OpenedFile = {
  readonly segment: Segment;
  readonly raw?: RawSegmentScan;
  /** those after the snapshot, and maybe others */
  readonly entries: readonly Entry[];
  readonly leftover?: string;
  readonly unreadable?: UnreadableFile;
};

async function openFileOrGap(folder: LogFolder, file: PlacedFile, options: RawSegmentOptions): Promise<OpenedFile> {
  try {
    return await openFile(folder, file, options);
  } catch (error) {
    if (!isPassable(error, folder, file, options)) throw error;
    if (file.raw && file.sorted) return openFileOrGap(folder, { ...file, raw: false }, options);
    const unreadable = await createGap(folder, file, options.before, error);
    return { segment: unreadable.segment, entries: [], unreadable };
  }
}

async function openFile(folder: LogFolder, file: PlacedFile, options: RawSegmentOptions): Promise<OpenedFile> {
  const { name, raw, sorted, fault } = file;
  if (fault !== undefined) throw fault as Error;
  if (!raw) return openSorted(folder, file, options);
  const read = await readRaw(folder, file, options);
  // A crash may have left the sorted file incomplete: the raw one counts, unless it is damaged.
  if (!sorted || (read.damages.length === 0 && read.entries.length > 0)) {
    const entries = read.entries.map(({ entry }) => entry);
    const leftover = sorted ? { leftover: join(folder.path, sortedName(name)) } : {};
    return { segment: read.segment, raw: read, entries, ...leftover };
  }
  await read.segment.close();
  return { ...(await openSorted(folder, file, options)), leftover: read.segment.file.path };
}

async function openSorted(
  folder: LogFolder,
  { name, opened }: PlacedFile,
  { before, covered }: RawSegmentOptions,
): Promise<OpenedFile> {
  const segment = opened ?? (await openSortedSegment(folder, name, before));
  return { segment, entries: segment.last() > covered ? await segment.entries() : [] };
}

/** Why the log must not be written to; `withoutSnapshot` judges a log that has to rebuild the whole state. */
function findUnusable(
  irregular: string | undefined,
  covered: number,
  withoutSnapshot: () => GatewayMessage | null,
): GatewayMessage | null {
  if (irregular !== undefined) return storeMessages.irregular({ path: irregular });
  return covered === 0 ? withoutSnapshot() : null;
}

type RawSegmentOptions = SegmentEnd & {
  /** uses up the rows that a clean stop left */
  readonly restores: boolean;
};

async function readRaw(
  folder: LogFolder,
  { name: number, first }: PlacedFile,
  options: RawSegmentOptions,
): Promise<RawSegmentScan> {
  const { path, corruptSuffix: suffix, writeCounters } = folder;
  const name = join(path, rawName(number));
  const stored = options.restores ? await takeRows(path, number, options.covered) : undefined;
  const bytes = stored === undefined ? await readFile(name) : Buffer.alloc(0);
  const found = scanSegment(bytes, options);
  const segment = createRawSegment(
    first,
    suffix === undefined ? await openFileAt(name, 'r') : await openWritableOrReadonly(name, writeCounters?.log),
    folder,
  );
  if (stored !== undefined) segment.restore(stored);
  const misfits = createMisfitCount();
  for (const { entry, offset, length } of found.entries) {
    segment.skipTo(offset);
    segment.add(entry, length);
    misfits.add(entry);
  }
  const left = misfits.describe(rawName(number));
  if (left !== undefined) folder.report(left);
  return { ...found, segment, newest: options.before === undefined, bytes };
}

/** Data existed and the state cannot be rebuilt from what is left: the store must not look like a new installation. */
function describeUnusable(
  path: string,
  segments: readonly Segment[],
  hasTail: boolean,
  raws: readonly RawSegmentScan[],
  [unreadable]: readonly UnreadableFile[],
): GatewayMessage | null {
  if (unreadable !== undefined)
    return storeMessages.unreadable({ path: unreadable.path, problem: ioProblemOf(unreadable.error) });
  const first = segments[0]?.first ?? 1;
  if (first > 1) return storeMessages.startsLate({ path, entry: first });
  const damaged = raws.filter(({ damages }) => damages.length > 0).map(({ segment }) => basename(segment.file.path));
  if (hasTail || damaged.length === 0) return null;
  return storeMessages.noEntry({ path, files: damaged });
}

/**
 * The first entry that retention left. Without a snapshot it is the first one ever; a snapshot of a version that did not
 * keep it leaves the log as the only evidence, and retention never drops the newest segment.
 */
async function findKeptFrom(
  path: string,
  segments: readonly Segment[],
  { n, keptFrom }: SnapshotCover,
): Promise<number> {
  if (n === 0) return 1;
  if (keptFrom === null) return segments[0]?.first ?? 1;
  // Read after the names of the segments: whatever was dropped before that is noted by now.
  return Math.max(keptFrom, (await readRetentionMark(path)) ?? 1);
}

/** Numbers up to `last` that are lost, between segments and within them. */
function findMissingRanges(segments: readonly Segment[], keptFrom: number, last: number): EntryRange[] {
  let next = keptFrom;
  const ranges = segments.flatMap((segment): EntryRange[] => {
    const gap = { from: next, to: segment.first - 1 };
    // A crash during retention may leave some of the segments that it drops.
    next = Math.max(next, segment.last() + 1);
    return [gap, ...clipRanges(segment.missing(), { from: keptFrom, to: last })];
  });
  return [...ranges, { from: next, to: last }].filter(({ from, to }) => from <= to);
}
