import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identityOf, isRecord } from '../domain/record.js';
import { errnoOf } from '../errors.js';
import { openFileAt, replaceFile } from './durable.js';
import type { RawSegment } from './raw-segment.js';
import { lines } from './scan.js';
import {
  indexName,
  inOrder,
  sortedName,
  streamOf,
  type Row,
  type Segment,
  type Span,
  type StreamName,
  type Timed,
} from './segment.js';

/** A read starts and ends at a mark, so it reads this many entries too many at most. */
const ENTRIES_PER_MARK = 64;
const COPY_BYTES = 256 * 1024;

/** Where a stream stands in a sorted segment; `marks` are pairs: time of every 64th entry, its offset in the file. */
type StreamIndex = Span & { readonly offset: number; readonly length: number; readonly marks: readonly number[] };

type SegmentIndex = {
  readonly version: 1;
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
  readonly until: number;
  readonly streams: ReadonlyMap<StreamName, StreamIndex>;
};

/**
 * Rewrites a closed segment sorted, entries unchanged, and writes its index. The index is there before the file it
 * describes gets its name, so a sorted segment without one can only be damage. The raw file is left to the caller.
 */
export async function sortSegment(folder: string, raw: RawSegment): Promise<Segment> {
  const source = await raw.file.read(0, raw.bytes());
  const streams = new Map<StreamName, StreamIndex>();
  const order: Row[] = [];
  let bytes = 0;
  for (const [stream, rows] of [...raw.rows()].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const moved = [...rows].sort(inOrder).map((row) => {
      order.push(row);
      bytes += row.length;
      return { ...row, offset: bytes - row.length };
    });
    streams.set(stream, indexStream(moved));
  }
  const index: SegmentIndex = { version: 1, first: raw.first, last: raw.last(), bytes, until: raw.until(), streams };
  await writeIndex(folder, index);
  await replaceFile(join(folder, sortedName(raw.first)), gather(source, order));
  return sortedSegment(folder, index);
}

/**
 * Opens a sorted segment by its index. A missing or unreadable index is made anew from the segment itself, and kept if
 * the folder may be written to.
 */
export async function openSortedSegment(folder: string, first: number, access: 'r' | 'r+'): Promise<Segment> {
  const known = await readIndex(folder, first);
  const index = known ?? (await rebuildIndex(folder, first));
  if (known === undefined && access === 'r+') await writeIndex(folder, index);
  return sortedSegment(folder, index);
}

/** What is wrong with the index of a sorted segment, read whole; null when it is as the segment says. */
export async function verifyIndex(folder: string, first: number): Promise<string | null> {
  const stored = await readIndex(folder, first);
  if (stored === undefined) return 'is missing or can not be read';
  return textOf(stored) === textOf(await rebuildIndex(folder, first)) ? null : 'does not fit it';
}

function sortedSegment(folder: string, { first, last, bytes, until, streams }: SegmentIndex): Segment {
  const path = join(folder, sortedName(first));

  async function read(stream: StreamName, from: number, to: number): Promise<Timed[]> {
    const index = streams.get(stream);
    if (index === undefined || index.to < from || index.from > to) return [];
    const [start, end] = stretch(index, from, to);
    const file = await openFileAt(path, 'r');
    try {
      const text = await file.read(start, end - start);
      const found: Timed[] = [];
      for (const { entry } of lines(text)) {
        if (entry === undefined) continue;
        const { ms } = streamOf(entry);
        if (ms >= from && ms <= to) found.push({ ms, entry });
      }
      return found;
    } finally {
      await file.close();
    }
  }

  return {
    first,
    last: () => last,
    bytes: () => bytes,
    until: () => until,
    streams: () => streams,
    span: (stream) => streams.get(stream),
    read,
    holds({ stream, ms, key }) {
      const span = streams.get(stream);
      if (span === undefined || ms < span.from || ms > span.to) return false;
      return read(stream, ms, ms).then((same) =>
        same.some(({ entry }) => isRecord(entry) && identityOf(entry).key === key),
      );
    },
    close: () => Promise.resolve(),
  };
}

/** The bytes that hold every entry of the stream with `from ≤ ms ≤ to`, from mark to mark. */
function stretch({ offset, length, marks }: StreamIndex, from: number, to: number): [start: number, end: number] {
  let start = offset;
  for (let mark = 0; mark < marks.length; mark += 2) {
    const [ms = 0, at = 0] = marks.slice(mark, mark + 2);
    // Entries of the same time may stand before the mark that has it.
    if (ms < from) start = at;
    if (ms > to) return [start, at];
  }
  return [start, offset + length];
}

/** The index of a stream from its rows as they stand in the sorted file. */
function indexStream(rows: readonly Row[]): StreamIndex {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return { offset: 0, length: 0, count: 0, from: 0, to: 0, marks: [] };
  const marks = rows.flatMap(({ ms, offset }, place) => (place % ENTRIES_PER_MARK === 0 ? [ms, offset] : []));
  const length = last.offset + last.length - first.offset;
  return { offset: first.offset, length, count: rows.length, from: first.ms, to: last.ms, marks };
}

/** The rows' bytes in their order, copied together in pieces. */
function* gather(source: Buffer, rows: readonly Row[]): Generator<Buffer> {
  let piece: Buffer[] = [];
  let size = 0;
  for (const { offset, length } of rows) {
    piece.push(source.subarray(offset, offset + length));
    size += length;
    if (size < COPY_BYTES) continue;
    yield Buffer.concat(piece);
    piece = [];
    size = 0;
  }
  yield Buffer.concat(piece);
}

const textOf = (index: SegmentIndex): string =>
  `${JSON.stringify({ ...index, streams: Object.fromEntries(index.streams) })}\n`;

const writeIndex = (folder: string, index: SegmentIndex): Promise<void> =>
  replaceFile(join(folder, indexName(index.first)), [Buffer.from(textOf(index))]);

async function readIndex(folder: string, first: number): Promise<SegmentIndex | undefined> {
  try {
    const stored = JSON.parse(await readFile(join(folder, indexName(first)), 'utf8')) as SegmentIndex;
    return { ...stored, streams: new Map(Object.entries(stored.streams)) };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function rebuildIndex(folder: string, first: number): Promise<SegmentIndex> {
  const bytes = await readFile(join(folder, sortedName(first)));
  const rows = new Map<StreamName, Row[]>();
  let last = first - 1;
  let until = 0;
  for (const { entry, offset, length } of lines(bytes)) {
    if (entry === undefined) continue;
    const { stream, ms } = streamOf(entry);
    const row = { ms, n: entry.n, offset, length };
    const known = rows.get(stream);
    if (known === undefined) rows.set(stream, [row]);
    else known.push(row);
    last = Math.max(last, entry.n);
    until = Math.max(until, Date.parse(entry.at));
  }
  const streams = new Map([...rows].map(([stream, own]) => [stream, indexStream(own)]));
  const index: SegmentIndex = { version: 1, first, last, bytes: bytes.length, until, streams };
  return index;
}
