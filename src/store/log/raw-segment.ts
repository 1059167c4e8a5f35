import { crc32 } from 'node:zlib';
import type { Entry } from '../../schema/entry.js';
import type { OpenFile } from '../../disk/durable.js';
import { decodeLine } from './entry-codec.js';
import { findFirst } from './find-first.js';
import { inSlices } from './slices.js';
import { identityOf, isRecord } from '../../domain/records/record.js';
import {
  clipRanges,
  compareByTime,
  describeLoss,
  joinRanges,
  streamOf,
  type ArrivalQuery,
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
    const entries: TimedEntry[] = [];
    for await (const slice of readSlices(file, rows, report)) for (const one of slice) entries.push(one);
    return entries;
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
      readSlices(
        file,
        rowsOf(stream)
          .filter(({ ms }) => ms >= from && ms <= to)
          .sort(compareByTime),
        report,
      ),
    async readArrivals(query) {
      const { rows, to } = selectRows(streams, query);
      const entries: Entry[] = [];
      for (const group of groupRows(rows)) for (const { entry } of await readRows(group)) entries.push(entry);
      const found = new Set(entries.map(({ n }) => n));
      const unreadable = rows.flatMap(({ n }) => (found.has(n) ? [] : { from: n, to: n }));
      return { entries, to, lost: joinRanges([...clipRanges(missing, { from: query.from, to }), ...unreadable]) };
    },
    close: () => file.close(),
  };
}

async function* readSlices(
  file: OpenFile,
  rows: readonly IndexRow[],
  report: ReportLoss,
): AsyncGenerator<readonly TimedEntry[]> {
  if (rows.length === 0) return;
  // One read over the whole range is faster than one per line: the bytes are in the page cache.
  const start = rows.reduce((low, { offset }) => Math.min(low, offset), Infinity);
  const end = rows.reduce((high, { offset, length }) => Math.max(high, offset + length), 0);
  yield* inSlices(decodeRows(await file.read(start, end - start), start, rows, report));
}

/** The valid entries of these rows; `bytes`: of the file from `start` on. */
function* decodeRows(
  bytes: Buffer,
  start: number,
  rows: readonly IndexRow[],
  report: ReportLoss,
): Generator<TimedEntry> {
  for (const { ms, n, offset, length } of rows) {
    const entry = decodeLine(bytes.subarray(offset - start, offset - start + length - 1));
    if (entry === undefined) report(describeLoss({ from: n, to: n }));
    else yield { ms, entry, bytes: length };
  }
}

/** Looks at a few more numbers than wanted entries, and at ever more if most entries belong to other streams. */
function selectRows(
  streams: ReadonlyMap<StreamName, RawStream>,
  { from, to, wants, limit }: ArrivalQuery,
): { rows: readonly IndexRow[]; to: number } {
  const wanted = [...streams].flatMap(([stream, { rows }]) => (wants(stream) ? [rows] : []));
  for (let numbers = limit; ; numbers *= 4) {
    const end = Math.min(to, from + numbers - 1);
    const rows = wanted.flatMap((own) => own.slice(indexOfNumber(own, from), indexOfNumber(own, end + 1)));
    if (rows.length < limit && end < to) continue;
    const selected = rows.sort((a, b) => a.n - b.n).slice(0, limit);
    return { rows: selected, to: rows.length < limit ? end : (selected.at(-1)?.n ?? end) };
  }
}

/** Index of the first row whose number is at least `n`; a stream's rows are in order of arrival. */
const indexOfNumber = (rows: readonly IndexRow[], n: number): number =>
  findFirst(rows.length, (index) => (rows[index]?.n ?? 0) >= n);

/** One read takes less time than skipping fewer bytes than this. */
const MAX_SKIPPED_BYTES = 65_536;

/** Rows in order of their offsets, in groups that are read at once. */
function groupRows(rows: readonly IndexRow[]): IndexRow[][] {
  const groups: IndexRow[][] = [];
  let end = -Infinity;
  for (const row of rows) {
    const group = groups.at(-1);
    if (group !== undefined && row.offset - end <= MAX_SKIPPED_BYTES) group.push(row);
    else groups.push([row]);
    end = row.offset + row.length;
  }
  return groups;
}
