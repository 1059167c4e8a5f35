import type { Entry } from '../schema/entry.js';
import type { OpenFile } from './durable.js';
import { decodeLine } from './line.js';
import { identityOf, isRecord } from '../domain/record.js';
import {
  inOrder,
  lossOf,
  streamOf,
  type Range,
  type ReportLoss,
  type Row,
  type Segment,
  type Span,
  type StreamName,
  type Timed,
} from './segment.js';

/** A segment in order of arrival: the one being written, or one not sorted yet. Its index is in memory. */
export type RawSegment = Segment & {
  readonly file: OpenFile;
  /** the next entry: its line takes `length` bytes and is on stable storage */
  readonly add: (entry: Entry, length: number) => void;
  /** skips bytes that hold no entry, so that the next one is added after them */
  readonly skipTo: (offset: number) => void;
  readonly rows: () => ReadonlyMap<StreamName, readonly Row[]>;
};

/** `report` hears of entries that are damaged when they are read. */
export function createRawSegment(first: number, file: OpenFile, report: ReportLoss): RawSegment {
  const rows = new Map<StreamName, Row[]>();
  const spans = new Map<StreamName, Span>();
  const keys = new Set<string>();
  const missing: Range[] = [];
  let last = first - 1;
  let bytes = 0;
  let until = 0;

  async function read(stream: StreamName, from: number, to: number): Promise<Timed[]> {
    const wanted = (rows.get(stream) ?? []).filter(({ ms }) => ms >= from && ms <= to).sort(inOrder);
    if (wanted.length === 0) return [];
    // One read over the whole stretch beats one for each line: the bytes are in the page cache.
    const start = wanted.reduce((low, { offset }) => Math.min(low, offset), Infinity);
    const end = wanted.reduce((high, { offset, length }) => Math.max(high, offset + length), 0);
    const text = await file.read(start, end - start);
    return wanted.flatMap(({ ms, n, offset, length }) => {
      const entry = decodeLine(text.subarray(offset - start, offset - start + length - 1));
      if (entry === undefined) report(lossOf({ from: n, to: n }));
      return entry === undefined ? [] : { ms, entry };
    });
  }

  return {
    first,
    file,
    last: () => last,
    bytes: () => bytes,
    until: () => until,
    missing: () => missing,
    streams: () => spans,
    span: (stream) => spans.get(stream),
    rows: () => rows,
    holds: ({ key }) => keys.has(key),
    add(entry, length) {
      const identity = isRecord(entry) ? identityOf(entry) : undefined;
      const { stream, ms } = identity ?? streamOf(entry);
      const row = { ms, n: entry.n, offset: bytes, length };
      const known = rows.get(stream);
      if (known === undefined) rows.set(stream, [row]);
      else known.push(row);
      const span = spans.get(stream) ?? { from: ms, to: ms, count: 0 };
      spans.set(stream, { from: Math.min(span.from, ms), to: Math.max(span.to, ms), count: span.count + 1 });
      if (identity !== undefined) keys.add(identity.key);
      if (entry.n > last + 1) missing.push({ from: last + 1, to: entry.n - 1 });
      last = entry.n;
      until = Date.parse(entry.at);
      bytes += length;
    },
    skipTo(offset) {
      bytes = offset;
    },
    read,
    close: () => file.close(),
  };
}
