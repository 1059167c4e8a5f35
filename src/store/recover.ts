import { readFile, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { WaypostError } from '../errors.js';
import type { Entry } from '../schema/entry.js';
import { openFileAt, replaceFile } from './durable.js';
import { createRawSegment, type RawSegment } from './raw-segment.js';
import { lines, scan } from './scan.js';
import { findSegments, rawName, sortedName, type Segment } from './segment.js';
import { openSortedSegment } from './sorted-segment.js';

const LF = 10;

/** What a start found on disk. */
export type Recovered = {
  /** oldest first */
  readonly segments: readonly Segment[];
  /** those of them that a former run had no time to sort */
  readonly unsorted: readonly RawSegment[];
  /** the one of them to go on writing to */
  readonly active: RawSegment | undefined;
  /** entries after the snapshot's, by number */
  readonly tail: readonly Entry[];
  /** what is missing or could not be read, in words */
  readonly losses: readonly string[];
};

export type RecoverOptions = {
  readonly folder: string;
  /** number of the last entry that the snapshot holds; 0 without one */
  readonly covered: number;
  /** names what is set aside: `corrupt-<time>` */
  readonly suffix: string;
};

/**
 * Reads the log as a crash may have left it. A torn tail of the last segment is cut: it was never acknowledged. Damage
 * anywhere else is set aside and named; what follows it is used.
 */
export async function recover({ folder, covered, suffix }: RecoverOptions): Promise<Recovered> {
  const found = await findSegments(folder);
  const segments: Segment[] = [];
  const unsorted: RawSegment[] = [];
  const tail: Entry[] = [];
  const losses: string[] = [];
  let active: RawSegment | undefined;
  for (const [place, { first, raw, sorted }] of found.entries()) {
    if (sorted) {
      const segment = await openSortedSegment(folder, first);
      segments.push(segment);
      if (raw) await unlink(join(folder, rawName(first)));
      if (segment.last() > covered) tail.push(...(await entriesOf(join(folder, sortedName(first)))));
      continue;
    }
    const opened = await openRawSegment(join(folder, rawName(first)), first, found[place + 1]?.first, suffix);
    segments.push(opened.segment);
    tail.push(...opened.entries);
    losses.push(...opened.damages);
    if (place === found.length - 1 && opened.damages.length === 0) active = opened.segment;
    else unsorted.push(opened.segment);
  }
  if (covered === 0 && (segments[0]?.first ?? 1) > 1) {
    throw new WaypostError(
      'store_unavailable',
      `${folder} begins with entry ${segments[0]?.first ?? 0} and no readable state.json covers what came before: restore a backup, or put state.json back`,
    );
  }
  if (covered === 0 && tail.length === 0 && losses.length > 0) {
    throw new WaypostError(
      'store_unavailable',
      `nothing in ${folder} can be read: ${losses.join('; ')}. Restore a backup`,
    );
  }
  const rest = tail.filter(({ n }) => n > covered).sort((a, b) => a.n - b.n);
  return { segments, unsorted, active, tail: rest, losses: [...losses, ...gaps(segments, rest, covered)] };
}

type OpenedRaw = { segment: RawSegment; entries: Entry[]; damages: string[] };

async function openRawSegment(
  path: string,
  first: number,
  before: number | undefined,
  suffix: string,
): Promise<OpenedRaw> {
  const file = await openFileAt(path, 'r+');
  const bytes = await readFile(path);
  const { entries, damages, end } = scan(bytes, before);
  const segment = createRawSegment(first, file);
  for (const { entry, offset, length } of entries) {
    segment.skipTo(offset);
    segment.add(entry, length);
  }
  const rest = bytes.subarray(end);
  // A write that was cut has no line feed. A whole line that is not as it was written may have been acknowledged.
  const tornOnly = before === undefined && !rest.includes(LF);
  const bad = tornOnly || before !== undefined ? damages : [...damages, { offset: end, length: rest.length }];
  const aside = `${path}.${suffix}`;
  if (bad.length > 0) {
    await replaceFile(
      aside,
      bad.map(({ offset, length }) => bytes.subarray(offset, offset + length)),
    );
  }
  if (before === undefined && rest.length > 0) await file.truncate(end);
  return {
    segment,
    entries: entries.map(({ entry }) => entry),
    damages: bad.map(
      ({ offset, length }) =>
        `${basename(path)}: bytes ${offset} to ${offset + length - 1} are damaged, kept in ${basename(aside)}`,
    ),
  };
}

const entriesOf = async (path: string): Promise<Entry[]> =>
  [...lines(await readFile(path))].flatMap(({ entry }) => entry ?? []);

/** Numbers that should be there and are not: between segments and within them, and from the snapshot to the tail. */
function gaps(segments: readonly Segment[], tail: readonly Entry[], covered: number): string[] {
  const missing: string[] = [];
  const lost = (from: number, to: number): void => {
    if (from === to) missing.push(`entry ${from} is missing`);
    if (from < to) missing.push(`entries ${from} to ${to} are missing`);
  };
  let next = segments[0]?.first ?? covered + 1;
  for (const segment of segments) {
    lost(next, segment.first - 1);
    const held = [...segment.streams()].reduce((sum, [, { count }]) => sum + count, 0);
    const short = segment.last() - segment.first + 1 - held;
    const own = tail.filter(({ n }) => n >= segment.first && n <= segment.last());
    if (short > 0 && segment.first > covered) {
      own.forEach(({ n }, place) => {
        lost((own[place - 1]?.n ?? segment.first - 1) + 1, n - 1);
      });
    } else if (short > 0) {
      missing.push(`${short} of the entries ${segment.first} to ${segment.last()} are missing`);
    }
    next = segment.last() + 1;
  }
  lost(next, covered);
  return missing;
}
