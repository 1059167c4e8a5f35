import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Entry } from '../schema/entry.js';
import { openAsAllowed, openFileAt } from './durable.js';
import { createRawSegment, type RawSegment } from './raw-segment.js';
import { scan, type Scan } from './scan.js';
import {
  findSegments,
  rawName,
  sortedName,
  type FoundSegment,
  type LogFolder,
  type Range,
  type Segment,
} from './segment.js';
import { openSortedSegment, type SortedSegment } from './sorted-segment.js';

/** The log as it is found on disk. */
export type Survey = {
  /** oldest first */
  readonly segments: readonly Segment[];
  readonly raw: readonly FoundRaw[];
  /** where a crash left a segment both raw and sorted: the file that is not used */
  readonly leftovers: readonly string[];
  /** entries after the snapshot's, by number */
  readonly tail: readonly Entry[];
  /** number of the last entry there was, be it lost: it is not given again */
  readonly last: number;
  /** numbers that should be there and are not */
  readonly missing: readonly Range[];
  /** why nothing may be written to this log; null where all is well */
  readonly unusable: string | null;
};

/** A segment written in order, and what its file holds. */
export type FoundRaw = Scan & { readonly segment: RawSegment; readonly newest: boolean; readonly bytes: Buffer };

/** Reads the log without mending it. `covered`: number of the last entry that the snapshot holds; 0 without one. */
export async function survey(folder: LogFolder, covered: number): Promise<Survey> {
  const found = await findSegments(folder.path);
  const segments: Segment[] = [];
  const raws: FoundRaw[] = [];
  const leftovers: string[] = [];
  const tail: Entry[] = [];
  let last = covered;
  const untouched = await openAll(
    folder,
    found.filter(({ raw }) => !raw),
  );
  for (const [place, { first, raw, sorted }] of found.entries()) {
    const read = raw ? await readRaw(folder, first, { before: found[place + 1]?.first, covered }) : undefined;
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
      const segment = untouched.get(first) ?? (await openSortedSegment(folder, first));
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
    missing: missingIn(segments, covered, last),
    unusable: covered === 0 ? whyUnusable(folder.path, segments, tail, raws) : null,
  };
}

/** A long history has hundreds of indexes, and waiting for one after the other is most of a start. */
const OPENED_AT_ONCE = 32;

async function openAll(folder: LogFolder, found: readonly FoundSegment[]): Promise<Map<number, SortedSegment>> {
  const opened = new Map<number, SortedSegment>();
  for (let place = 0; place < found.length; place += OPENED_AT_ONCE) {
    const some = found.slice(place, place + OPENED_AT_ONCE).map(({ first }) => openSortedSegment(folder, first));
    for (const segment of await Promise.all(some)) opened.set(segment.first, segment);
  }
  return opened;
}

type RawOptions = { readonly before: number | undefined; readonly covered: number };

async function readRaw(
  { path, suffix, report, tallies }: LogFolder,
  first: number,
  options: RawOptions,
): Promise<FoundRaw> {
  const name = join(path, rawName(first));
  const bytes = await readFile(name);
  const found = scan(bytes, options);
  const segment = createRawSegment(
    first,
    suffix === undefined ? await openFileAt(name, 'r') : await openAsAllowed(name, tallies?.log),
    report,
  );
  for (const { entry, offset, length } of found.entries) {
    segment.skipTo(offset);
    segment.add(entry, length);
  }
  return { ...found, segment, newest: options.before === undefined, bytes };
}

/** Data were here, and the state can not be made from what is left. To go on as if it were a first start would be a lie. */
function whyUnusable(
  path: string,
  segments: readonly Segment[],
  tail: readonly Entry[],
  raws: readonly FoundRaw[],
): string | null {
  const first = segments[0]?.first ?? 1;
  if (first > 1) {
    return `${path} begins with entry ${first} and no readable state.json holds what came before: restore a backup`;
  }
  const hurt = raws.filter(({ damages }) => damages.length > 0).map(({ segment }) => basename(segment.file.path));
  if (tail.length > 0 || hurt.length === 0) return null;
  return `nothing in ${path} can be read (${hurt.join(', ')}): restore a backup`;
}

/** Numbers up to `last` that should be there and are not: between segments and within them. */
function missingIn(segments: readonly Segment[], covered: number, last: number): Range[] {
  let next = segments[0]?.first ?? covered + 1;
  const ranges = segments.flatMap((segment): Range[] => {
    const gap = { from: next, to: segment.first - 1 };
    next = segment.last() + 1;
    return [gap, ...segment.missing()];
  });
  return [...ranges, { from: next, to: last }].filter(({ from, to }) => from <= to);
}
