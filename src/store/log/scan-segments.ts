import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Entry } from '../../schema/entry.js';
import { openWritableOrReadonly, openFileAt } from '../../disk/durable.js';
import { createRawSegment, type RawSegment } from './raw-segment.js';
import { takeRows } from './rows-file.js';
import { scanSegment, type SegmentScan } from './scan.js';
import { readRetentionMark } from './retention-mark.js';
import {
  clipRanges,
  findIrregularSegments,
  findSegments,
  rawName,
  sortedName,
  type SegmentFiles,
  type LogFolder,
  type EntryRange,
  type Segment,
} from './segment.js';
import { openSortedSegment, type SortedSegment } from './sorted/sorted-segment.js';

/** The log as found on disk. */
export type LogScan = {
  /** oldest first */
  readonly segments: readonly Segment[];
  readonly raw: readonly RawSegmentScan[];
  /** the unused files of segments that a crash left both raw and sorted */
  readonly leftovers: readonly string[];
  /** number of the last entry that existed, even if it is lost: it is not assigned again */
  readonly last: number;
  /** numbers of lost entries */
  readonly missing: readonly EntryRange[];
  /** the first entry that retention left */
  readonly keptFrom: number;
  /** why this log must not be written to; null: it may be */
  readonly unusable: string | null;
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
  const found = await findSegments(folder.path);
  const segments: Segment[] = [];
  const raws: RawSegmentScan[] = [];
  const leftovers: string[] = [];
  let hasTail = false;
  let last = covered;
  const addTail = (entries: readonly Entry[], bytes: number): void => {
    const tail = entries.filter(({ n }) => n > covered);
    hasTail ||= tail.length > 0;
    onTail(
      tail.sort((a, b) => a.n - b.n),
      bytes,
    );
  };
  const sortedSegments = await openSortedSegments(
    folder,
    found.filter(({ raw }) => !raw),
  );
  try {
    for (const [index, { first, raw, sorted }] of found.entries()) {
      const before = found[index + 1]?.first;
      const options = { before, covered, restores: restores && before === undefined && !sorted };
      const read = raw ? await readRaw(folder, first, options) : undefined;
      // A crash may have left the sorted file incomplete: the raw one counts, unless it is damaged.
      if (read !== undefined && (!sorted || (read.damages.length === 0 && read.entries.length > 0))) {
        if (sorted) leftovers.push(join(folder.path, sortedName(first)));
        segments.push(read.segment);
        raws.push(read);
        last = Math.max(last, read.segment.last() + (read.newest ? read.lostAtEnd : 0));
        addTail(
          read.entries.map(({ entry }) => entry),
          read.bytes.length,
        );
      } else {
        if (read !== undefined) leftovers.push(read.segment.file.path);
        await read?.segment.close();
        const segment = sortedSegments.get(first) ?? (await openSortedSegment(folder, first));
        segments.push(segment);
        last = Math.max(last, segment.last());
        if (segment.last() > covered) addTail(await segment.entries(), segment.bytes());
      }
    }
  } catch (error) {
    for (const segment of new Set([...segments, ...sortedSegments.values()])) await segment.close();
    throw error;
  }
  const keptFrom = await findKeptFrom(folder.path, segments, snapshot);
  return {
    segments,
    raw: raws,
    leftovers,
    last,
    missing: findMissingRanges(segments, keptFrom, last),
    keptFrom,
    unusable: await findUnusable(folder.path, covered, () => describeUnusable(folder.path, segments, hasTail, raws)),
  };
}

/** Why the log must not be written to; `withoutSnapshot` judges a log that has to rebuild the whole state. */
async function findUnusable(
  path: string,
  covered: number,
  withoutSnapshot: () => string | null,
): Promise<string | null> {
  const [irregular] = await findIrregularSegments(path);
  if (irregular !== undefined) return `${irregular} is not a regular file: move it away and start again`;
  return covered === 0 ? withoutSnapshot() : null;
}

/** A long history has hundreds of indexes; opening them one by one would take most of a start. */
const MAX_CONCURRENT_OPENS = 32;

async function openSortedSegments(
  folder: LogFolder,
  found: readonly SegmentFiles[],
): Promise<Map<number, SortedSegment>> {
  const opened = new Map<number, SortedSegment>();
  for (let index = 0; index < found.length; index += MAX_CONCURRENT_OPENS) {
    const batch = found.slice(index, index + MAX_CONCURRENT_OPENS).map(({ first }) => openSortedSegment(folder, first));
    for (const segment of await Promise.all(batch)) opened.set(segment.first, segment);
  }
  return opened;
}

type RawSegmentOptions = {
  readonly before: number | undefined;
  readonly covered: number;
  /** uses up the rows that a clean stop left */
  readonly restores: boolean;
};

async function readRaw(
  { path, corruptSuffix: suffix, report, writeCounters }: LogFolder,
  first: number,
  options: RawSegmentOptions,
): Promise<RawSegmentScan> {
  const name = join(path, rawName(first));
  const stored = options.restores ? await takeRows(path, first, options.covered) : undefined;
  const bytes = stored === undefined ? await readFile(name) : Buffer.alloc(0);
  const found = scanSegment(bytes, options);
  const segment = createRawSegment(
    first,
    suffix === undefined ? await openFileAt(name, 'r') : await openWritableOrReadonly(name, writeCounters?.log),
    report,
  );
  if (stored !== undefined) segment.restore(stored);
  for (const { entry, offset, length } of found.entries) {
    segment.skipTo(offset);
    segment.add(entry, length);
  }
  return { ...found, segment, newest: options.before === undefined, bytes };
}

/** Data existed and the state cannot be rebuilt from what is left: the store must not look like a new installation. */
function describeUnusable(
  path: string,
  segments: readonly Segment[],
  hasTail: boolean,
  raws: readonly RawSegmentScan[],
): string | null {
  const first = segments[0]?.first ?? 1;
  if (first > 1) {
    return `${path} starts with entry ${first}, and no readable state.json covers the entries before it: restore a backup`;
  }
  const damaged = raws.filter(({ damages }) => damages.length > 0).map(({ segment }) => basename(segment.file.path));
  if (hasTail || damaged.length === 0) return null;
  return `no entry in ${path} can be read (${damaged.join(', ')}): restore a backup`;
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
