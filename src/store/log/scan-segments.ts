import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Entry } from '../../schema/entry.js';
import { openWritableOrReadonly, openFileAt } from '../../disk/durable.js';
import { createRawSegment, type RawSegment } from './raw-segment.js';
import { scanSegment, type SegmentScan } from './scan.js';
import {
  findSegments,
  rawName,
  sortedName,
  type SegmentFiles,
  type LogFolder,
  type EntryRange,
  type Segment,
} from './segment.js';
import { openSortedSegment, type SortedSegment } from './sorted-segment.js';

/** The log as it is found on disk. */
export type LogScan = {
  /** oldest first */
  readonly segments: readonly Segment[];
  readonly raw: readonly RawSegmentScan[];
  /** where a crash left a segment both raw and sorted: the file that is not used */
  readonly leftovers: readonly string[];
  /** entries after the snapshot's, by number */
  readonly tail: readonly Entry[];
  /** number of the last entry there was, be it lost: it is not given again */
  readonly last: number;
  /** numbers that should be there and are not */
  readonly missing: readonly EntryRange[];
  /** why nothing may be written to this log; null where all is well */
  readonly unusable: string | null;
};

/** A segment written in order, and what its file holds. */
export type RawSegmentScan = SegmentScan & {
  readonly segment: RawSegment;
  readonly newest: boolean;
  readonly bytes: Buffer;
};

/** Reads the log without mending it. `covered`: number of the last entry that the snapshot holds; 0 without one. */
export async function scanSegments(folder: LogFolder, covered: number): Promise<LogScan> {
  const found = await findSegments(folder.path);
  const segments: Segment[] = [];
  const raws: RawSegmentScan[] = [];
  const leftovers: string[] = [];
  const tail: Entry[] = [];
  let last = covered;
  const sortedSegments = await openSortedSegments(
    folder,
    found.filter(({ raw }) => !raw),
  );
  for (const [index, { first, raw, sorted }] of found.entries()) {
    const read = raw ? await readRaw(folder, first, { before: found[index + 1]?.first, covered }) : undefined;
    // The sorted one was made of the raw one, and perhaps not to its end: the raw one counts, unless it has suffered.
    if (read !== undefined && (!sorted || (read.damages.length === 0 && read.entries.length > 0))) {
      if (sorted) leftovers.push(join(folder.path, sortedName(first)));
      segments.push(read.segment);
      raws.push(read);
      last = Math.max(last, read.segment.last() + (read.newest ? read.lostAtEnd : 0));
      for (const { entry } of read.entries) tail.push(entry);
    } else {
      if (read !== undefined) leftovers.push(read.segment.file.path);
      await read?.segment.close();
      const segment = sortedSegments.get(first) ?? (await openSortedSegment(folder, first));
      segments.push(segment);
      last = Math.max(last, segment.last());
      if (segment.last() > covered) for (const entry of await segment.entries()) tail.push(entry);
    }
  }
  return {
    segments,
    raw: raws,
    leftovers,
    tail: tail.filter(({ n }) => n > covered).sort((a, b) => a.n - b.n),
    last,
    missing: findMissingRanges(segments, covered, last),
    unusable: covered === 0 ? describeUnusable(folder.path, segments, tail, raws) : null,
  };
}

/** A long history has hundreds of indexes, and waiting for one after the other is most of a start. */
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

type RawSegmentOptions = { readonly before: number | undefined; readonly covered: number };

async function readRaw(
  { path, corruptSuffix: suffix, report, writeCounters }: LogFolder,
  first: number,
  options: RawSegmentOptions,
): Promise<RawSegmentScan> {
  const name = join(path, rawName(first));
  const bytes = await readFile(name);
  const found = scanSegment(bytes, options);
  const segment = createRawSegment(
    first,
    suffix === undefined ? await openFileAt(name, 'r') : await openWritableOrReadonly(name, writeCounters?.log),
    report,
  );
  for (const { entry, offset, length } of found.entries) {
    segment.skipTo(offset);
    segment.add(entry, length);
  }
  return { ...found, segment, newest: options.before === undefined, bytes };
}

/** Data were here, and the state can not be made from what is left. To go on as if it were a first start would be a lie. */
function describeUnusable(
  path: string,
  segments: readonly Segment[],
  tail: readonly Entry[],
  raws: readonly RawSegmentScan[],
): string | null {
  const first = segments[0]?.first ?? 1;
  if (first > 1) {
    return `${path} begins with entry ${first} and no readable state.json holds what came before: restore a backup`;
  }
  const damaged = raws.filter(({ damages }) => damages.length > 0).map(({ segment }) => basename(segment.file.path));
  if (tail.length > 0 || damaged.length === 0) return null;
  return `nothing in ${path} can be read (${damaged.join(', ')}): restore a backup`;
}

/** Numbers up to `last` that should be there and are not: between segments and within them. */
function findMissingRanges(segments: readonly Segment[], covered: number, last: number): EntryRange[] {
  let next = segments[0]?.first ?? covered + 1;
  const ranges = segments.flatMap((segment): EntryRange[] => {
    const gap = { from: next, to: segment.first - 1 };
    next = segment.last() + 1;
    return [gap, ...segment.missing()];
  });
  return [...ranges, { from: next, to: last }].filter(({ from, to }) => from <= to);
}
