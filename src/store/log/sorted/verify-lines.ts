import type { OpenFile } from '../../../disk/durable.js';
import { hasValidCrc, LF, numberAt } from '../entry-codec.js';
import { readPast } from '../salvage.js';
import { readLines } from '../scan.js';
import type { OrderedSegment } from './arrival-order.js';

/** Read and checked at once: less than a ms of processor time on a Raspberry Pi. */
const PIECE_BYTES = 131_072;

export type VerifiedLines = {
  /** where the next piece begins; at the end, the size of the file */
  readonly end: number;
  /** offsets of damaged lines */
  readonly bad: readonly number[];
  /** a line has the number of another segment */
  readonly isForeign: boolean;
};

/** Checks the whole lines of a piece of a segment file, at least one. */
export async function verifyLines(file: OpenFile, start: number, segment: OrderedSegment): Promise<VerifiedLines> {
  const bytes = await readWholeLines(file, start, segment.bytes);
  const bad: number[] = [];
  let isForeign = false;
  const check = (n: number): void => {
    isForeign ||= n < segment.first || n > segment.last;
  };
  for (let at = 0; at < bytes.length;) {
    const lineFeed = bytes.indexOf(LF, at);
    const end = lineFeed < 0 ? bytes.length : lineFeed + 1;
    const line = bytes.subarray(at, end);
    if (hasValidCrc(line.subarray(0, -1))) check(numberAt(bytes, at));
    else {
      for (const { entry, offset } of readLines(line)) {
        if (entry === undefined) bad.push(start + at + offset);
        else check(entry.n);
      }
    }
    at = end;
  }
  return { end: start + bytes.length, bad, isForeign };
}

async function readWholeLines(file: OpenFile, start: number, size: number): Promise<Buffer> {
  for (let length = PIECE_BYTES; ; length *= 2) {
    const bytes = await readPast(file, start, length);
    const end = bytes.lastIndexOf(LF) + 1;
    // A line that is longer than the piece is rare.
    if (end > 0) return bytes.subarray(0, end);
    if (bytes.length < length || start + length >= size) return bytes;
  }
}
