import { stat } from 'node:fs/promises';
import { openFileAt } from '../../disk/durable.js';
import { isFileFault } from './read-guard.js';
import { readLines } from './scan.js';
import { findMissing, type EntryRange } from './segment.js';

const PIECE_BYTES = 65_536;
/** What a disk reads at least: one bad sector costs no more. */
const PAGE_BYTES = 4_096;
/** A failing read of a card takes seconds. Beyond this many, the rest of the file is given up. */
const MAX_FAILED_READS = 64;

/** The content of a file of `size` bytes, with zeros in place of what the disk cannot read; undefined: nothing can be read. */
async function salvage(path: string, size: number): Promise<Buffer | undefined> {
  const bytes = Buffer.alloc(size);
  const file = await openFileAt(path, 'r');
  let failed = 0;
  let saved = 0;

  async function copy(start: number, length: number): Promise<void> {
    if (failed >= MAX_FAILED_READS) return;
    try {
      const read = await file.read(start, length);
      read.copy(bytes, start);
      saved += read.length;
    } catch (error) {
      if (!isFileFault(error)) throw error;
      if (length <= PAGE_BYTES) failed += 1;
      else
        for (let at = start; at < start + length; at += PAGE_BYTES)
          await copy(at, Math.min(PAGE_BYTES, start + length - at));
    }
  }

  try {
    for (let start = 0; start < size; start += PIECE_BYTES) await copy(start, Math.min(PIECE_BYTES, size - start));
  } finally {
    await file.close();
  }
  return saved === 0 ? undefined : bytes;
}

export type SalvagedLines = { readonly lines: Buffer; readonly missing: readonly EntryRange[] };

/** The valid lines of a segment that cannot be read as a whole, and the numbers of the others up to the next segment. */
export async function salvageLines(path: string, first: number, next: number | undefined): Promise<SalvagedLines> {
  const bytes = await stat(path)
    .then(({ size }) => salvage(path, size))
    .catch(() => undefined);
  const found = bytes === undefined ? [] : [...readLines(bytes)].filter(({ entry }) => entry !== undefined);
  const numbers = found.flatMap(({ entry }) => entry?.n ?? []).sort((a, b) => a - b);
  const lines = found.map(({ offset, length }) => bytes?.subarray(offset, offset + length) ?? Buffer.alloc(0));
  return {
    lines: Buffer.concat(lines),
    missing: findMissing(numbers, first, (next ?? (numbers.at(-1) ?? first) + 1) - 1),
  };
}
