import type { Entry } from '../schema/entry.js';
import { decodeLine } from './line.js';

const LF = 10;

export type Scanned = { readonly entry: Entry; readonly offset: number; readonly length: number };
export type Damage = { readonly offset: number; readonly length: number };

/** What a segment's bytes hold: good entries in file order, and what can not be read between them. */
export type Scan = {
  readonly entries: readonly Scanned[];
  /** whole lines that are not as they were written */
  readonly damages: readonly Damage[];
  /** just after the last good line that counts; what follows it is the tail */
  readonly end: number;
};

/** Every line of `bytes`, good or not. */
export function* lines(bytes: Buffer): Generator<{ offset: number; length: number; entry: Entry | undefined }> {
  for (let offset = 0; offset < bytes.length;) {
    const lineFeed = bytes.indexOf(LF, offset);
    const length = (lineFeed < 0 ? bytes.length : lineFeed + 1) - offset;
    yield { offset, length, entry: lineFeed < 0 ? undefined : decodeLine(bytes.subarray(offset, lineFeed)) };
    offset += length;
  }
}

/**
 * Reads a segment written in order. An entry counts only if its number is below `before` (the next segment's first:
 * what a failed write left behind it is void) and if its batch is whole.
 */
export function scan(bytes: Buffer, before = Infinity): Scan {
  const entries: Scanned[] = [];
  const bad: Damage[] = [];
  for (const { entry, offset, length } of lines(bytes)) {
    if (entry === undefined) bad.push({ offset, length });
    else if (entry.n < before) entries.push({ entry, offset, length });
  }
  dropCutBatch(entries);
  const last = entries.at(-1);
  const end = last === undefined ? 0 : last.offset + last.length;
  return { entries, damages: bad.filter(({ offset }) => offset < end), end };
}

/** The last batch counts only if its last entry is there. */
function dropCutBatch(entries: Scanned[]): void {
  const last = entries.at(-1)?.entry;
  if (last?.end === undefined || last.n === last.end) return;
  while (entries.at(-1)?.entry.end === last.end) entries.pop();
}
