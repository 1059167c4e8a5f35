import type { StreamIndex } from './stream-table.js';

/** Offsets in a file, `end` excluded. */
export type FileRange = { readonly start: number; readonly end: number };

/** The bytes, from mark to mark, that hold every entry of the stream with `from ≤ ms ≤ to`. */
export function fileRangeOf({ offset, length, marks }: StreamIndex, from: number, to: number): FileRange {
  let start = offset;
  for (let mark = 0; mark < marks.length; mark += 2) {
    const ms = marks[mark] ?? 0;
    const at = marks[mark + 1] ?? 0;
    // Entries of the same time may precede the mark with that time.
    if (ms < from) start = at;
    if (ms > to) return { start, end: at };
  }
  return { start, end: offset + length };
}

/** The range in blocks from mark to mark, of at least this many bytes but for the last one. */
export function* blocksIn({ marks }: StreamIndex, { start, end }: FileRange, minBytes: number): Generator<FileRange> {
  let from = start;
  for (let mark = 1; mark < marks.length; mark += 2) {
    const at = marks[mark] ?? end;
    if (at >= end) break;
    if (at - from < minBytes) continue;
    yield { start: from, end: at };
    from = at;
  }
  if (from < end) yield { start: from, end };
}

/** One block is read, and cached, to look up one record. */
const MARKS_PER_BLOCK = 16;

/** The blocks of the stream that may hold an entry of this time: one, or two at their border. */
export function blocksAt({ offset, length, marks }: StreamIndex, ms: number): FileRange[] {
  const found: FileRange[] = [];
  for (let mark = 0; mark < marks.length; mark += 2 * MARKS_PER_BLOCK) {
    const next = mark + 2 * MARKS_PER_BLOCK;
    if ((marks[mark] ?? 0) > ms || (marks[next] ?? Infinity) < ms) continue;
    found.push({ start: marks[mark + 1] ?? offset, end: marks[next + 1] ?? offset + length });
  }
  return found;
}
