import { readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { WaypostError } from '../errors.js';
import type { Entry } from '../schema/entry.js';
import { setAside } from './aside.js';
import { openAsAllowed } from './durable.js';
import { createRawSegment, type RawSegment } from './raw-segment.js';
import { scan } from './scan.js';
import {
  findSegments,
  lossOf,
  rawName,
  sortedName,
  type FoundSegment,
  type Range,
  type ReportLoss,
  type Segment,
} from './segment.js';
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
  /** number of the last entry there was, be it lost: it is not given again */
  readonly last: number;
};

export type RecoverOptions = {
  readonly folder: string;
  /** number of the last entry that the snapshot holds; 0 without one */
  readonly covered: number;
  /** names what is set aside: `corrupt-<time>` */
  readonly suffix: string;
  /** hears what is missing or can not be read, now and whenever a segment is read */
  readonly report: ReportLoss;
};

/**
 * Reads the log as a crash may have left it. A torn tail of the last segment is cut: it was never acknowledged. Damage
 * anywhere else is set aside and named; what follows it is used.
 */
export async function recover(options: RecoverOptions): Promise<Recovered> {
  const { folder, covered, report } = options;
  const found = await findSegments(folder);
  const segments: Segment[] = [];
  const unsorted: RawSegment[] = [];
  const tail: Entry[] = [];
  const damages: string[] = [];
  let active: RawSegment | undefined;
  let last = covered;
  for (const [place, here] of found.entries()) {
    const before = found[place + 1]?.first;
    const opened = await openRawSegment(options, here, before);
    if (opened === undefined) {
      const segment = await openSortedSegment(options, here.first);
      segments.push(segment);
      last = Math.max(last, segment.last());
      if (segment.last() > covered) for (const entry of await segment.entries()) tail.push(entry);
      continue;
    }
    segments.push(opened.segment);
    for (const entry of opened.entries) tail.push(entry);
    damages.push(...opened.damages);
    last = Math.max(last, opened.last);
    if (opened.writable) active = opened.segment;
    else unsorted.push(opened.segment);
  }
  if (covered === 0 && (segments[0]?.first ?? 1) > 1) {
    throw new WaypostError(
      'store_unavailable',
      `${folder} begins with entry ${segments[0]?.first ?? 0} and no readable state.json covers what came before: restore a backup, or put state.json back`,
    );
  }
  if (covered === 0 && tail.length === 0 && damages.length > 0) {
    throw new WaypostError(
      'store_unavailable',
      `nothing in ${folder} can be read: ${damages.join('; ')}. Restore a backup`,
    );
  }
  for (const loss of [...damages, ...missing(segments, covered, last).map(lossOf)]) report(loss);
  const rest = tail.filter(({ n }) => n > covered).sort((a, b) => a.n - b.n);
  return { segments, unsorted, active, tail: rest, last };
}

type OpenedRaw = {
  readonly segment: RawSegment;
  readonly entries: readonly Entry[];
  readonly damages: readonly string[];
  /** can it be gone on with? */
  readonly writable: boolean;
  readonly last: number;
};

/** The raw file of a segment; undefined when there is none, or a sorted one stands in for it. `before`: the next's first. */
async function openRawSegment(
  { folder, covered, suffix, report }: RecoverOptions,
  { first, raw, sorted }: FoundSegment,
  before: number | undefined,
): Promise<OpenedRaw | undefined> {
  if (!raw) return undefined;
  const path = join(folder, rawName(first));
  const bytes = await readFile(path);
  const { entries, damages, end, lostAtEnd } = scan(bytes, { before, covered });
  // Made of this one, and perhaps not to its end: the raw one is sorted again, unless it has suffered since.
  // If the other can not be removed, it is tried at the next start again.
  if (sorted && damages.length > 0) {
    await unlink(path).catch(() => undefined);
    return undefined;
  }
  if (sorted) await unlink(join(folder, sortedName(first))).catch(() => undefined);
  const file = await openAsAllowed(path);
  const segment = createRawSegment(first, file, report);
  for (const { entry, offset, length } of entries) {
    segment.skipTo(offset);
    segment.add(entry, length);
    const lineFeed = offset + length - 1;
    // The entry is whole without it; other tools want it.
    if (bytes[lineFeed] !== LF) await file.write(Buffer.of(LF), lineFeed).catch(() => undefined);
  }
  const words = await setAside(path, bytes, damages, suffix);
  let writable = before === undefined && damages.length === 0;
  if (before === undefined && end < bytes.length) {
    // Where it can not be cut off, the next segment's name voids it.
    await file.truncate(end).catch(() => {
      writable = false;
    });
  }
  const last = before === undefined ? segment.last() + lostAtEnd : segment.last();
  return { segment, entries: entries.map(({ entry }) => entry), damages: words, writable, last };
}

/** Numbers up to `last` that should be there and are not: between segments and within them. */
function missing(segments: readonly Segment[], covered: number, last: number): Range[] {
  let next = segments[0]?.first ?? covered + 1;
  const ranges = segments.flatMap((segment): Range[] => {
    const gap = { from: next, to: segment.first - 1 };
    next = segment.last() + 1;
    return [gap, ...segment.missing()];
  });
  return [...ranges, { from: next, to: last }].filter(({ from, to }) => from <= to);
}
