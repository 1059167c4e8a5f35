import { readFile, stat } from 'node:fs/promises';
import { openFileAt, type OpenFile } from '../../disk/durable.js';
import { errnoOf } from '../../errors.js';
import { isFileFault } from './read-guard.js';
import { readLines } from './scan.js';
import { findMissing, type EntryRange } from './segment.js';

const PIECE_BYTES = 65_536;
/** What a disk reads at least: one bad sector costs no more. */
const PAGE_BYTES = 4_096;
/** A failing read of a card takes seconds: a reader waits for a few bad sectors, a backup for more. */
const MAX_BAD_PAGES = 8;
const MAX_BAD_PAGES_OF_FILE = 64;

type Salvaged = {
  /** with zeros in place of what cannot be read */
  readonly bytes: Buffer;
  readonly badPages: number;
};

/** Throws the error of a read if more pages are bad than `max`, or none is good. */
async function salvage(file: OpenFile, position: number, length: number, max: number): Promise<Salvaged> {
  const bytes = Buffer.alloc(length);
  let end = 0;
  let badPages = 0;

  async function copy(start: number, count: number): Promise<void> {
    try {
      const read = await file.read(position + start, count);
      read.copy(bytes, start);
      if (read.length > 0) end = start + read.length;
    } catch (error) {
      if (errnoOf(error) !== 'EIO') throw error;
      if (count > PAGE_BYTES) {
        for (let at = start; at < start + count; at += PAGE_BYTES)
          await copy(at, Math.min(PAGE_BYTES, start + count - at));
        return;
      }
      badPages += 1;
      end = start + count;
      if (badPages > max || badPages * PAGE_BYTES >= length) throw error;
    }
  }

  for (let start = 0; start < length; start += PIECE_BYTES) await copy(start, Math.min(PIECE_BYTES, length - start));
  return { bytes: bytes.subarray(0, end), badPages };
}

/** Reads like `OpenFile.read`; a few bad sectors are zeros, so that only the lines in them are damaged. */
export async function readPast(file: OpenFile, position: number, length: number): Promise<Buffer> {
  try {
    return await file.read(position, length);
  } catch (error) {
    if (errnoOf(error) !== 'EIO') throw error;
    return (await salvage(file, position, length, MAX_BAD_PAGES)).bytes;
  }
}

/** Reads a whole file; a few bad sectors are zeros. */
export async function readFilePast(path: string, max = MAX_BAD_PAGES): Promise<Salvaged> {
  try {
    return { bytes: await readFile(path), badPages: 0 };
  } catch (error) {
    if (errnoOf(error) !== 'EIO') throw error;
    const { size } = await stat(path);
    const file = await openFileAt(path, 'r');
    return await salvage(file, 0, size, max).finally(file.close);
  }
}

export type SalvagedLines = { readonly lines: Buffer; readonly missing: readonly EntryRange[] };

/** The valid lines of a segment that cannot be read as a whole, and the numbers of the others up to the next segment. */
export async function salvageLines(path: string, first: number, next: number | undefined): Promise<SalvagedLines> {
  const bytes = await readFilePast(path, MAX_BAD_PAGES_OF_FILE).then(
    (salvaged) => salvaged.bytes,
    (error: unknown) => {
      if (!isFileFault(error)) throw error;
      return Buffer.alloc(0);
    },
  );
  const found = [...readLines(bytes)].filter(({ entry }) => entry !== undefined);
  const numbers = found.flatMap(({ entry }) => entry?.n ?? []).sort((a, b) => a - b);
  const lines = found.map(({ offset, length }) => bytes.subarray(offset, offset + length));
  const last = next === undefined ? (numbers.at(-1) ?? first) : next - 1;
  return { lines: Buffer.concat(lines), missing: findMissing(numbers, first, last) };
}
