import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Entry } from '../schema/entry.js';
import { openFileAt } from './durable.js';
import { createRawSegment, type RawSegment } from './raw-segment.js';
import { lines, scan, type Line } from './scan.js';
import { findSegments, rawName, sortedName, type Segment } from './segment.js';
import { openSortedSegment } from './sorted-segment.js';

/** The log as it is found on disk; nothing is changed by looking. */
export type Survey = {
  /** oldest first */
  readonly segments: readonly Segment[];
  readonly raw: readonly FoundRaw[];
  /** raw files whose sorted segment is complete: what a crash left behind */
  readonly leftovers: readonly string[];
  /** entries after the snapshot's, by number */
  readonly tail: readonly Entry[];
  /** the number that comes next: that of no entry, not even of one that was lost */
  readonly next: number;
  /** what is missing or can not be read, in words */
  readonly losses: readonly string[];
  /** why nothing may be written to this log; null where all is well */
  readonly unusable: string | null;
};

/** A segment written in order, and what is to be mended in its file. */
export type FoundRaw = {
  readonly segment: RawSegment;
  readonly newest: boolean;
  readonly bytes: Buffer;
  readonly damages: readonly Line[];
  /** where what counts ends */
  readonly end: number;
};

/**
 * `covered`: number of the last entry that the snapshot holds; 0 without one. `access`: raw segments are opened to be
 * written to as well, or to be read alone.
 */
export async function survey(folder: string, covered: number, access: 'r' | 'r+'): Promise<Survey> {
  const found = await findSegments(folder);
  const segments: Segment[] = [];
  const raws: FoundRaw[] = [];
  const leftovers: string[] = [];
  const tail: Entry[] = [];
  for (const [place, { first, raw, sorted }] of found.entries()) {
    const path = join(folder, rawName(first));
    if (sorted) {
      const segment = await openSortedSegment(folder, first, access);
      segments.push(segment);
      if (raw) leftovers.push(path);
      if (segment.last() > covered) tail.push(...(await entriesOf(join(folder, sortedName(first)))));
    } else {
      const read = await readRaw(path, first, access, found[place + 1]?.first);
      segments.push(read.segment);
      raws.push(read);
      tail.push(...read.entries);
    }
  }
  const rest = tail.filter(({ n }) => n > covered).sort((a, b) => a.n - b.n);
  const damaged = raws.flatMap(({ segment, damages }) => damages.map((line) => describe(segment, line)));
  // Damaged lines at the very end were entries too: their numbers are not given out again.
  const hurt = raws.filter(({ newest }) => newest).flatMap(({ segment, damages }) => damagedAfter(segment, damages));
  const next = Math.max(covered, rest.at(-1)?.n ?? 0, segments.at(-1)?.last() ?? 0) + hurt.length + 1;
  return {
    segments,
    raw: raws,
    leftovers,
    tail: rest,
    next,
    losses: [...damaged, ...gaps(segments, tail, covered, next)],
    unusable: whyUnusable(folder, covered, segments, tail, damaged),
  };
}

type ReadRaw = FoundRaw & { readonly entries: readonly Entry[] };

async function readRaw(path: string, first: number, access: 'r' | 'r+', before?: number): Promise<ReadRaw> {
  const bytes = await readFile(path);
  const newest = before === undefined;
  const { entries, damages, end } = scan(bytes, { ...(newest ? {} : { before }), newest });
  const segment = createRawSegment(first, await openFileAt(path, access));
  for (const { entry, offset, length } of entries) {
    segment.skipTo(offset);
    segment.add(entry, length);
  }
  segment.skipTo(end);
  return { segment, newest, bytes, damages, end, entries: entries.map(({ entry }) => entry) };
}

const entriesOf = async (path: string): Promise<Entry[]> =>
  [...lines(await readFile(path))].flatMap(({ entry }) => entry ?? []);

const describe = ({ file }: RawSegment, { offset, length }: Line): string =>
  `${basename(file.path)}: bytes ${offset} to ${offset + length - 1} are damaged`;

function damagedAfter(segment: RawSegment, damages: readonly Line[]): Line[] {
  const ends = [...segment.rows().values()].flat().map(({ offset, length }) => offset + length);
  const end = ends.reduce((last, one) => Math.max(last, one), 0);
  return damages.filter(({ offset }) => offset >= end);
}

/** Data were here, and the state can not be made from what is left. To go on as if it were a first start would be a lie. */
function whyUnusable(
  folder: string,
  covered: number,
  segments: readonly Segment[],
  tail: readonly Entry[],
  damaged: readonly string[],
): string | null {
  const first = segments[0]?.first ?? 1;
  if (covered === 0 && first > 1) {
    return `${folder} begins with entry ${first} and no readable state.json holds what came before: restore a backup`;
  }
  if (covered === 0 && tail.length === 0 && damaged.length > 0) {
    return `nothing in ${folder} can be read (${damaged.join('; ')}): restore a backup`;
  }
  return null;
}

/** Numbers that should be there and are not, from the oldest segment on. */
function gaps(segments: readonly Segment[], tail: readonly Entry[], covered: number, next: number): string[] {
  const missing: string[] = [];
  const lost = (from: number, to: number): void => {
    if (from === to) missing.push(`entry ${from} is missing`);
    if (from < to) missing.push(`entries ${from} to ${to} are missing`);
  };
  let expected = segments[0]?.first ?? covered + 1;
  for (const segment of segments) {
    lost(expected, segment.first - 1);
    expected = segment.last() + 1;
    const held = [...segment.streams()].reduce((sum, [, { count }]) => sum + count, 0);
    if (held === segment.last() - segment.first + 1) continue;
    const own = tail.filter(({ n }) => n >= segment.first && n <= segment.last()).sort((a, b) => a.n - b.n);
    if (own.length === held) {
      own.forEach(({ n }, place) => {
        lost((own[place - 1]?.n ?? segment.first - 1) + 1, n - 1);
      });
    } else {
      const short = segment.last() - segment.first + 1 - held;
      missing.push(`${short} of the entries ${segment.first} to ${segment.last()} are missing`);
    }
  }
  lost(expected, next - 1);
  return missing;
}
