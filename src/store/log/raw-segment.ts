import { crc32 } from 'node:zlib';
import type { Entry } from '../../schema/entry.js';
import type { OpenFile } from '../../disk/durable.js';
import { decodeLine } from './entry-codec.js';
import { identityOf, isRecord } from '../../domain/records/record.js';
import {
  compareByTime,
  describeLoss,
  streamOf,
  type EntryRange,
  type ReportLoss,
  type IndexRow,
  type Segment,
  type TimeSpan,
  type StreamName,
  type TimedEntry,
} from './segment.js';

/** A segment in order of arrival: the one being written to, or one not sorted yet. Its index is in memory. */
export type RawSegment = Segment & {
  readonly file: OpenFile;
  /** adds the next entry; its line has `length` bytes and is on stable storage */
  readonly add: (entry: Entry, length: number) => void;
  /** skips bytes that hold no entry; the next entry follows them */
  readonly skipTo: (offset: number) => void;
  readonly streams: () => ReadonlyMap<StreamName, TimeSpan & { readonly rows: readonly IndexRow[] }>;
};

/** Records with different tags differ; only those with the same tag are read. Their keys would take 450 bytes each. */
type TaggedIndexRow = IndexRow & { readonly tag: number };
type RawStream = { from: number; to: number; count: number; readonly rows: TaggedIndexRow[] };

/** Signed, so that it is a small integer without an allocation of its own. */
const tagOf = (key: string): number => crc32(key) | 0;
/** of entries that are not records: never looked up */
const NO_TAG = 0;

/** `report` is called with damaged entries when they are read. */
export function createRawSegment(first: number, file: OpenFile, report: ReportLoss): RawSegment {
  const streams = new Map<StreamName, RawStream>();
  const tags = new Set<number>();
  const missing: EntryRange[] = [];
  let last = first - 1;
  let bytes = 0;
  let lastAt: string | undefined;

  const rowsOf = (stream: StreamName): readonly TaggedIndexRow[] => streams.get(stream)?.rows ?? [];

  function startStream(stream: StreamName, ms: number): RawStream {
    const started = { from: ms, to: ms, count: 0, rows: [] };
    streams.set(stream, started);
    return started;
  }

  async function readRows(rows: readonly IndexRow[]): Promise<TimedEntry[]> {
    if (rows.length === 0) return [];
    // One read over the whole range is faster than one per line: the bytes are in the page cache.
    const start = rows.reduce((low, { offset }) => Math.min(low, offset), Infinity);
    const end = rows.reduce((high, { offset, length }) => Math.max(high, offset + length), 0);
    const text = await file.read(start, end - start);
    return rows.flatMap(({ ms, n, offset, length }) => {
      const entry = decodeLine(text.subarray(offset - start, offset - start + length - 1));
      if (entry === undefined) report(describeLoss({ from: n, to: n }));
      return entry === undefined ? [] : { ms, entry };
    });
  }

  return {
    first,
    file,
    last: () => last,
    bytes: () => bytes,
    lastWrittenAt: () => (lastAt === undefined ? 0 : Date.parse(lastAt)),
    missing: () => missing,
    streams: () => streams,
    span: (stream) => streams.get(stream),
    hasRecord({ stream, ms, key }) {
      const tag = tagOf(key);
      if (!tags.has(tag)) return false;
      const candidates = rowsOf(stream).filter((row) => row.tag === tag && row.ms === ms);
      if (candidates.length === 0) return false;
      return readRows(candidates).then((found) =>
        found.some(({ entry }) => isRecord(entry) && identityOf(entry).key === key),
      );
    },
    add(entry, length) {
      const identity = isRecord(entry) ? identityOf(entry) : undefined;
      const { stream, ms } = identity ?? streamOf(entry);
      const tag = identity === undefined ? NO_TAG : tagOf(identity.key);
      if (identity !== undefined) tags.add(tag);
      const target = streams.get(stream) ?? startStream(stream, ms);
      target.from = Math.min(target.from, ms);
      target.to = Math.max(target.to, ms);
      target.count += 1;
      target.rows.push({ ms, n: entry.n, offset: bytes, length, tag });
      if (entry.n > last + 1) missing.push({ from: last + 1, to: entry.n - 1 });
      last = entry.n;
      lastAt = entry.at;
      bytes += length;
    },
    skipTo(offset) {
      bytes = offset;
    },
    read: (stream, from, to) =>
      readRows(
        rowsOf(stream)
          .filter(({ ms }) => ms >= from && ms <= to)
          .sort(compareByTime),
      ),
    async readNumbers({ from, to }) {
      const rowsInRange = [...streams.values()].flatMap(({ rows }) => rows.filter(({ n }) => n >= from && n <= to));
      return (await readRows(rowsInRange.sort((a, b) => a.n - b.n))).map(({ entry }) => entry);
    },
    close: () => file.close(),
  };
}
