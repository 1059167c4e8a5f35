import type { StreamIndex } from './segment-index.js';

/** Bytes of the file from one mark to another. */
export type FileRange = { readonly start: number; readonly end: number };

/** The bytes that hold every entry of the stream with `from ≤ ms ≤ to`, from mark to mark. */
export function fileRangeOf({ offset, length, marks }: StreamIndex, from: number, to: number): FileRange {
  let start = offset;
  for (let mark = 0; mark < marks.length; mark += 2) {
    const ms = marks[mark] ?? 0;
    const at = marks[mark + 1] ?? 0;
    // Entries of the same time may stand before the mark that has it.
    if (ms < from) start = at;
    if (ms > to) return { start, end: at };
  }
  return { start, end: offset + length };
}

/** So many marks are one block: what is read, and kept, to look one record up. */
const MARKS_PER_BLOCK = 16;

/** The blocks of the stream that may hold an entry of that very time: one, or two where one ends and the next begins. */
export function blocksAt({ offset, length, marks }: StreamIndex, ms: number): FileRange[] {
  const found: FileRange[] = [];
  for (let mark = 0; mark < marks.length; mark += 2 * MARKS_PER_BLOCK) {
    const next = mark + 2 * MARKS_PER_BLOCK;
    if ((marks[mark] ?? 0) > ms || (marks[next] ?? Infinity) < ms) continue;
    found.push({ start: marks[mark + 1] ?? offset, end: marks[next + 1] ?? offset + length });
  }
  return found;
}
