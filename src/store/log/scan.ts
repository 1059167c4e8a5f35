import type { Entry } from '../../schema/entry.js';
import { decodeLine, LF } from './entry-codec.js';
import { MAX_SEGMENT_NUMBERS } from './segment.js';

/** Content of a sector that was never written; the log has no such bytes. */
const UNWRITTEN = Buffer.from([0, 0]);
const END_OF_ENTRY = /,"crc":"[0-9a-f]{8}"\}/g;

/** A range of a file; `length` includes the line feed. */
export type Damage = { readonly offset: number; readonly length: number };
type ScannedEntry = Damage & { readonly entry: Entry };
export type EntryLine = Damage & { readonly entry: Entry | undefined };

/** Content of a segment: valid entries in file order, and damage. */
export type SegmentScan = {
  readonly entries: readonly ScannedEntry[];
  /** complete lines that are not valid, also behind the last valid one */
  readonly damages: readonly Damage[];
  /** complete lines after the last entry that have nothing of an entry: a cut left them, and no entry is lost */
  readonly garbage: readonly Damage[];
  /** end of the last valid line that counts; the tail follows */
  readonly end: number;
  /** number of entries in the damaged lines behind the last valid one */
  readonly lostAtEnd: number;
};

/** Distinguishes a write that a crash cut from later damage. */
export type SegmentScanOptions = {
  /** first entry of the next segment: a failed write left entries from there on void; omitted for the newest segment */
  readonly before?: number | undefined;
  /** number of the last entry in the snapshot: everything up to it was acknowledged */
  readonly covered?: number;
};

/** Every line of `bytes`, valid or not. */
export function* readLines(bytes: Buffer): Generator<EntryLine> {
  for (let offset = 0; offset < bytes.length;) {
    const lineFeed = bytes.indexOf(LF, offset);
    const length = (lineFeed < 0 ? bytes.length : lineFeed + 1) - offset;
    const entry = lineFeed < 0 ? undefined : decodeLine(bytes.subarray(offset, lineFeed));
    if (entry === undefined) yield* splitBadLine(bytes.subarray(offset, offset + length), offset);
    else yield { offset, length, entry };
    offset += length;
  }
}

/** A damaged line feed makes two valid entries look like one bad line. */
function* splitBadLine(bad: Buffer, offset: number): Generator<EntryLine> {
  let from = 0;
  for (const match of bad.toString('latin1').matchAll(END_OF_ENTRY)) {
    const end = match.index + match[0].length;
    const entry = end < bad.length ? decodeLine(bad.subarray(from, end)) : undefined;
    if (entry === undefined) continue;
    yield { offset: offset + from, length: end + 1 - from, entry };
    from = end + 1;
  }
  if (from < bad.length) yield { offset: offset + from, length: bad.length - from, entry: undefined };
}

/** Reads a raw segment. An entry counts only if its number is below `before` and its batch is complete. */
export function scanSegment(bytes: Buffer, { before, covered = 0 }: SegmentScanOptions = {}): SegmentScan {
  const newest = before === undefined;
  const found = withoutJumps([...readLines(bytes)]).filter(
    ({ entry }) => entry === undefined || newest || entry.n < before,
  );
  const kept = newest ? found.slice(0, findCut(bytes, found, covered)) : found;
  const entries = kept.flatMap(({ entry, ...line }) => (entry === undefined ? [] : [{ ...line, entry }]));
  const bad = kept.filter((line) => line.entry === undefined && hasLineFeed(bytes, line));
  const good = entries.at(-1);
  const behind = bad.filter(({ offset }) => good === undefined || offset > good.offset);
  const lostAtEnd = countEntries(behind.map(({ offset, length }) => bytes.subarray(offset, offset + length)));
  const isGarbage = newest && lostAtEnd === 0 && good !== undefined && good.entry.n >= covered;
  const damages = isGarbage ? bad.filter((line) => !behind.includes(line)) : bad;
  // Batches with numbers below `before`, and those in the snapshot, were stored completely.
  if (newest) dropCutBatch(entries, covered, lostAtEnd);
  const last = entries.at(-1);
  const garbage = isGarbage ? behind : [];
  return { entries, damages, garbage, end: last === undefined ? 0 : last.offset + last.length, lostAtEnd };
}

/** A line whose number is far from the first one counts as damaged: see `MAX_SEGMENT_NUMBERS`. */
function withoutJumps(lines: readonly EntryLine[]): readonly EntryLine[] {
  const first = lines.find(({ entry }) => entry !== undefined)?.entry?.n ?? 0;
  const isFar = ({ entry }: EntryLine): boolean =>
    entry !== undefined && Math.abs(entry.n - first) > MAX_SEGMENT_NUMBERS;
  return lines.some(isFar) ? lines.map((line) => (isFar(line) ? { ...line, entry: undefined } : line)) : lines;
}

const hasLineFeed = (bytes: Buffer, { offset, length }: Damage): boolean => bytes[offset + length - 1] === LF;

/**
 * How many of the lines precede the cut that a crash made in the last write. A sector that did not reach the disk reads
 * as zeros, or the file ends early. All entries of one write have the same stamp, and a write starts only after the
 * previous one is synced: zeros that are followed by entries of two later writes are not a cut.
 */
function findCut(bytes: Buffer, found: readonly EntryLine[], covered: number): number {
  const last = found.findLast(({ entry }) => entry !== undefined)?.entry;
  const before = found.findLastIndex(
    ({ entry }) => entry !== undefined && (entry.n <= covered || entry.boot !== last?.boot || entry.up !== last.up),
  );
  const cut = found.findIndex((line, index) => {
    if (index <= before || line.entry !== undefined) return false;
    const text = bytes.subarray(line.offset, line.offset + line.length);
    return !hasLineFeed(bytes, line) || text.includes(UNWRITTEN);
  });
  return cut < 0 ? found.length : cut;
}

/** The last batch counts only if its last entry is present or was lost to damage. */
function dropCutBatch(entries: ScannedEntry[], covered: number, lostAtEnd: number): void {
  const last = entries.at(-1)?.entry;
  if (last?.end === undefined || last.n + lostAtEnd >= last.end || last.end <= covered) return;
  while (entries.at(-1)?.entry.end === last.end) entries.pop();
}

/** Estimates the number of entries in damaged lines by the starts and ends that are left. */
function countEntries(damaged: readonly Buffer[]): number {
  const text = Buffer.concat(damaged).toString('latin1');
  const starts = text.match(/\{"n":\d+,"at":"/g)?.length ?? 0;
  const ends = text.match(END_OF_ENTRY)?.length ?? 0;
  return Math.max(starts, ends);
}
