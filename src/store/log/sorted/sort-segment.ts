import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { replaceFile, type OpenFile } from '../../../disk/durable.js';
import { emptyOrder, LOST, writeOrder } from './arrival-order.js';
import { hasValidCrc } from '../entry-codec.js';
import { rowsByTime, type RawSegment } from '../raw-segment.js';
import type { RowTable } from '../row-table.js';
import { saveCorruptBytes } from '../save-corrupt.js';
import type { Damage } from '../scan.js';
import { createStreamIndexer, versionFor, writeIndex, type SegmentIndex } from './segment-index.js';
import { createStreamTable, type StreamIndex } from './stream-table.js';
import {
  describeLoss,
  findMissing,
  sortedName,
  type ArrivalOrder,
  type LogFolder,
  type Segment,
  type StreamName,
} from '../segment.js';
import { createSortedSegment } from './sorted-segment.js';

/**
 * The segment is read in pieces of this size, or of a line that is longer. Requests get their turn between them, and each
 * needs several turns: one piece takes less than a ms.
 */
const PIECE_BYTES = 131_072;
/**
 * The sorted file is made in parts of this size, each from a whole pass over the segment; a large segment in this many.
 * So sorting takes 2.1 MiB of memory, which are kept, or an eighth of the segment and 128 KiB, and 4 bytes for each entry.
 */
const PART_BYTES = 2_097_152;
const MAX_PARTS = 8;
/** Rows sorted per turn of the event loop, at least one stream: about a ms. */
const MAX_ROWS_PER_TURN = 1_000;

type Buffers = { readonly piece: Buffer; readonly part: Buffer };

/**
 * Returns a function that rewrites a closed segment sorted, entries unchanged, and writes its index; one segment at a time.
 * The index exists before the sorted file gets its name, so a sorted segment without an index means damage. The caller
 * removes the raw file; what has become unreadable in it is saved as corrupt and reported.
 */
export function createSegmentSorter(folder: LogFolder): (raw: RawSegment) => Promise<Segment> {
  // Kept from the first segment on: new buffers for each would be garbage that V8 collects the whole heap for.
  let buffers: Buffers | undefined;
  return (raw) => {
    buffers ??= { piece: Buffer.allocUnsafeSlow(PIECE_BYTES), part: Buffer.allocUnsafeSlow(PART_BYTES) };
    return sortSegment(folder, raw, buffers);
  };
}

async function sortSegment(folder: LogFolder, raw: RawSegment, buffers: Buffers): Promise<Segment> {
  const { path, corruptSuffix: suffix, report, writeCounters } = folder;
  const { first, rows } = raw;
  const last = raw.last();
  const damaged = await findDamaged(raw, buffers);
  const { streams, offsets, bytes, parts } = await placeRows(raw, damaged);
  const missing = findMissing(numbersOf(rows, damaged), first, last);
  const damages = [...damaged].map((row): Damage => ({ offset: rows.offset(row), length: rows.length(row) }));
  const read = ({ offset, length }: Damage): Promise<Buffer> => raw.file.read(offset, length);
  for (const loss of await saveCorruptBytes(raw.file.path, read, damages, suffix)) report(loss);
  for (const range of missing) report(describeLoss(range));
  const until = raw.lastWrittenAt();
  const table = createStreamTable(streams, folder.streamNames);
  const version = versionFor(table);
  const index: SegmentIndex = { version, first, last, bytes, until, missing, damaged: [], streams: table };
  const counter = writeCounters?.segments;
  await writeIndex(path, index, counter);
  await writeOrder(path, { first, last, bytes }, { offsets }, counter);
  await replaceFile(join(path, sortedName(first)), readParts(raw, offsets, parts, buffers), { counter });
  return createSortedSegment(folder, index);
}

type Piece = { readonly from: number; readonly to: number; readonly start: number; readonly end: number };

/** The rows in order of arrival: a piece has the rows from `from` up to, not including, `to`. */
function* piecesOf(rows: RowTable): Generator<Piece> {
  let from = 0;
  let end = 0;
  for (let row = 0; row < rows.count(); row += 1) {
    const next = rows.offset(row) + rows.length(row);
    if (row > from && next - rows.offset(from) > PIECE_BYTES) {
      yield { from, to: row, start: rows.offset(from), end };
      from = row;
    }
    end = next;
  }
  if (from < rows.count()) yield { from, to: rows.count(), start: rows.offset(from), end };
}

const readPiece = (file: OpenFile, { start, end }: Piece, buffer: Buffer): Promise<Buffer> =>
  file.read(start, end - start, buffer);

/** The rows whose lines have become unreadable, in order of arrival. */
async function findDamaged({ file, rows }: RawSegment, buffers: Buffers): Promise<ReadonlySet<number>> {
  const damaged = new Set<number>();
  for (const piece of piecesOf(rows)) {
    const bytes = await readPiece(file, piece, buffers.piece);
    for (let row = piece.from; row < piece.to; row += 1) {
      const start = rows.offset(row) - piece.start;
      if (!hasValidCrc(bytes.subarray(start, start + rows.length(row) - 1))) damaged.add(row);
    }
  }
  return damaged;
}

type Part = { readonly start: number; readonly end: number };

type Placed = ArrivalOrder & {
  readonly streams: ReadonlyMap<StreamName, StreamIndex>;
  /** of the sorted file */
  readonly bytes: number;
  readonly parts: readonly Part[];
};

/** Gives every row its place in the sorted file. */
async function placeRows(raw: RawSegment, damaged: ReadonlySet<number>): Promise<Placed> {
  const { first, rows } = raw;
  const { offsets } = emptyOrder({ first, last: raw.last() });
  const streams = new Map<StreamName, StreamIndex>();
  const parts: Part[] = [];
  const partBytes = Math.max(PART_BYTES, raw.bytes() / MAX_PARTS);
  let [bytes, partStart, placed] = [0, 0, 0];
  for (const stream of [...raw.streams()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    // Requests must not wait for a whole segment.
    if (placed > MAX_ROWS_PER_TURN) {
      placed = 0;
      await nextTurn();
    }
    placed += stream.count;
    const indexer = createStreamIndexer();
    for (const row of rowsByTime(rows, stream)) {
      if (damaged.has(row)) continue;
      const length = rows.length(row);
      if (bytes + length - partStart > partBytes && bytes > partStart) {
        parts.push({ start: partStart, end: bytes });
        partStart = bytes;
      }
      indexer.add(rows.ms(row), bytes, length);
      offsets[rows.n(row) - first] = bytes;
      bytes += length;
    }
    const index = indexer.result();
    if (index.count > 0) streams.set(stream.name, index);
  }
  return { streams, offsets, bytes, parts: [...parts, { start: partStart, end: bytes }] };
}

function* numbersOf(rows: RowTable, damaged: ReadonlySet<number>): Generator<number> {
  for (let row = 0; row < rows.count(); row += 1) if (!damaged.has(row)) yield rows.n(row);
}

/** The parts of the sorted file one after the other, in the same buffer. */
async function* readParts(
  { file, rows, first }: RawSegment,
  offsets: Uint32Array,
  parts: readonly Part[],
  buffers: Buffers,
): AsyncGenerator<Buffer> {
  const longest = parts.reduce((size, { start, end }) => Math.max(size, end - start), 0);
  const part = longest <= buffers.part.length ? buffers.part : Buffer.allocUnsafeSlow(longest);
  for (const { start, end } of parts) {
    const placeOf = (row: number): number => {
      const offset = offsets[rows.n(row) - first] ?? LOST;
      return offset >= start && offset < end ? offset - start : NO_PLACE;
    };
    for (const piece of piecesOf(rows)) {
      let bytes: Buffer | undefined;
      for (let row = piece.from; row < piece.to;) {
        const place = placeOf(row);
        const from = rows.offset(row);
        let to = from + rows.length(row);
        row += 1;
        if (place === NO_PLACE) continue;
        // The records of a batch follow each other in both files.
        while (row < piece.to && rows.offset(row) === to && placeOf(row) === place + to - from) {
          to += rows.length(row);
          row += 1;
        }
        bytes ??= await readPiece(file, piece, buffers.piece);
        bytes.copy(part, place, from - piece.start, to - piece.start);
      }
    }
    yield part.subarray(0, end - start);
  }
}

/** The row is in another part. */
const NO_PLACE = -1;
