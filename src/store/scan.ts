import type { Entry } from '../schema/entry.js';
import { decodeLine } from './line.js';

const LF = 10;
/** What a disk gives for a sector that was never written; the log itself has no such bytes. */
const UNWRITTEN = Buffer.from([0, 0]);

export type Line = { readonly offset: number; readonly length: number };
export type Scanned = Line & { readonly entry: Entry };

/** What the bytes of a segment written in order hold. */
export type Scan = {
  /** those that count, in order */
  readonly entries: readonly Scanned[];
  /** whole lines that are not as they were written, though they were on the disk once */
  readonly damages: readonly Line[];
  /** just after the last line that counts or is damaged; what follows was cut by a crash, or is void */
  readonly end: number;
};

/** Every line of `bytes`, good or not; the last may lack its line feed, and is not good then. */
export function* lines(bytes: Buffer): Generator<Line & { readonly entry: Entry | undefined }> {
  for (let offset = 0; offset < bytes.length;) {
    const lineFeed = bytes.indexOf(LF, offset);
    const length = (lineFeed < 0 ? bytes.length : lineFeed + 1) - offset;
    yield { offset, length, entry: lineFeed < 0 ? undefined : decodeLine(bytes.subarray(offset, lineFeed)) };
    offset += length;
  }
}

/**
 * Reads a segment. An entry counts only if its number is below `before` (the next segment's first: what a failed write
 * left behind it is void) and if its batch is whole. `newest`: it is the segment that was written last, so a crash may
 * have cut its last write: that was never acknowledged, and is no damage.
 */
export function scan(bytes: Buffer, { before = Infinity, newest }: { before?: number; newest: boolean }): Scan {
  const found = [...lines(bytes)].filter(({ entry }) => entry === undefined || entry.n < before);
  const whole = newest ? found.slice(0, cutBy(bytes, found)) : found.filter((line) => hasLineFeed(bytes, line));
  const entries = whole.flatMap(({ entry, ...line }) => (entry === undefined ? [] : [{ ...line, entry }]));
  const dropped = cutBatch(entries);
  const counting = entries.slice(0, entries.length - dropped);
  const damages = whole.filter(({ entry }) => entry === undefined);
  const last = [counting.at(-1), damages.at(-1)].map((line) => (line === undefined ? 0 : line.offset + line.length));
  return { entries: counting, damages, end: Math.max(...last) };
}

type Found = Line & { readonly entry: Entry | undefined };

const hasLineFeed = (bytes: Buffer, { offset, length }: Line): boolean => bytes[offset + length - 1] === LF;

/**
 * How many of the lines come before the cut that a crash made in the last write. A sector that did not get to the disk
 * reads as zeros, or the file ends early. All entries of one write have the same stamp, and a write begins only when
 * the one before is synced: so zeros with entries of two later writes behind them can not be a cut.
 */
function cutBy(bytes: Buffer, found: readonly Found[]): number {
  const last = found.findLast(({ entry }) => entry !== undefined)?.entry;
  const ofLastWrite = ({ entry }: Found): boolean =>
    entry === undefined || (entry.boot === last?.boot && entry.up === last.up);
  const begin = found.findLastIndex((line) => !ofLastWrite(line)) + 1;
  const cut = found.findIndex((line, place) => {
    if (place < begin || line.entry !== undefined) return false;
    const text = bytes.subarray(line.offset, line.offset + line.length);
    return !hasLineFeed(bytes, line) || text.includes(UNWRITTEN);
  });
  return cut < 0 ? found.length : cut;
}

/** How many entries at the end belong to a batch whose last entry is not there: none of them counts. */
function cutBatch(entries: readonly Scanned[]): number {
  const last = entries.at(-1)?.entry;
  if (last?.end === undefined || last.n === last.end) return 0;
  return entries.length - 1 - entries.findLastIndex(({ entry }) => entry.end !== last.end);
}
