import { basename } from 'node:path';
import { msOf } from '../../domain/clock/instant.js';
import { isRecord, tagOf, timeOf } from '../../domain/records/record.js';
import type { OpenFile } from '../../disk/durable.js';
import type { Entry } from '../../schema/entry.js';
import { decodeLine } from './entry-codec.js';
import { findFirst } from './find-first.js';
import { createRecordLookup } from './record-lookup.js';
import { guardReads } from './read-guard.js';
import { EARLIEST_PLAUSIBLE } from './retention.js';
import { createRawStreams, type GrowingStream, type RawStream, type RawStreams } from './raw-streams.js';
import { createRowTable, NO_ROW, type RowPool, type RowTable } from './row-table.js';
import {
  clipRanges,
  describeLoss,
  joinRanges,
  streamOf,
  type ArrivalQuery,
  type EntryRange,
  type LogFolder,
  type ReportLoss,
  type Segment,
  type StreamName,
  type TimedEntry,
} from './segment.js';
import { inSlices } from './slices.js';

/** A segment in order of arrival: the one being written to, or one not sorted yet. Its index is in memory. */
export type RawSegment = Segment & {
  readonly file: OpenFile;
  /** adds the next entry; its line has `length` bytes and is on stable storage */
  readonly add: (entry: Entry, length: number) => void;
  /** skips bytes that hold no entry; the next entry follows them */
  readonly skipTo: (offset: number) => void;
  /** adds the entries that a clean stop left the rows of, to a segment without any */
  readonly restore: (stored: StoredRows) => void;
  readonly rows: RowTable;
  readonly streams: () => readonly RawStream[];
  /** `at` of its last entry; empty if there is none */
  readonly lastAt: () => string;
  /** `at` of its first entry that has a plausible one; empty if there is none */
  readonly firstAt: () => string;
};

/**
 * The rows of a segment that is not sorted, in columns with an element for each entry in order of arrival. A clean stop
 * leaves them for the next start, which otherwise decodes every line. They hold nothing that the segment does not hold, and
 * count only for a segment that is unchanged to the bit.
 */
export type StoredRows = {
  readonly version: 1;
  /** length and CRC-32 of the whole segment */
  readonly bytes: number;
  readonly segmentCrc: number;
  /** `at` of its last entry */
  readonly lastAt: string;
  /** of its first entry that has a plausible one; previous versions did not write it */
  readonly firstAt?: string;
  /** by the number that a row has for it */
  readonly streams: readonly StreamName[];
  /** by how much the number of each entry exceeds the one before it; the first one is its number */
  readonly n: readonly number[];
  /** by how many ms its time is later than that of the entry before it; the first one is since 1970 */
  readonly ms: readonly number[];
  readonly length: readonly number[];
  readonly stream: readonly number[];
};

export const isRaw = (segment: Segment): segment is RawSegment => 'restore' in segment;

/** `report` is called with damaged entries when they are read; `pool` has the memory of a segment that was closed. */
export const createRawSegment = (
  first: number,
  file: OpenFile,
  folder: Pick<LogFolder, 'report' | 'repeats'>,
  pool?: RowPool,
): RawSegment => guardReads(createUnguarded(first, file, folder.report, pool), basename(file.path), folder);

function createUnguarded(first: number, file: OpenFile, report: ReportLoss, pool?: RowPool): RawSegment {
  const streams = createRawStreams();
  const rows = createRowTable(pool);
  const missing: EntryRange[] = [];
  let last = first - 1;
  let bytes = 0;
  let [lastAt, firstAt] = ['', ''];

  async function* readRows(wanted: readonly number[]): AsyncGenerator<readonly TimedEntry[]> {
    for (const group of groupRows(rows, wanted)) yield* inSlices(await decodeRows(file, rows, group, report));
  }

  // Separate arguments: a spread row would take longer than all the rest.
  function addRow(stream: GrowingStream, ms: number, n: number, length: number, tag: number | undefined): void {
    if (ms < stream.from) stream.from = ms;
    if (ms > stream.to) stream.to = ms;
    stream.count += 1;
    stream.newest = rows.add({ ms, n, offset: bytes, length, stream: stream.id, previous: stream.newest, tag });
    if (n > last + 1) missing.push({ from: last + 1, to: n - 1 });
    last = n;
    bytes += length;
  }

  const lookup = createRecordLookup(rows, readRows);

  return {
    first,
    file,
    rows,
    last: () => last,
    bytes: () => bytes,
    lastAt: () => lastAt,
    firstAt: () => firstAt,
    lastWrittenAt: () => (lastAt === '' ? 0 : msOf(lastAt)),
    missing: () => missing,
    streams: () => streams.all,
    span: streams.byName,
    hasRecord(record) {
      const stream = streams.ofRecord(record);
      const ms = timeOf(record);
      if (stream === undefined || ms < stream.from || ms > stream.to) return false;
      return lookup.has(record, ms);
    },
    add(entry, length) {
      const stream = streams.addTo(entry);
      const ms = isRecord(entry) ? timeOf(entry) : streamOf(entry).ms;
      addRow(stream, ms, entry.n, length, isRecord(entry) ? tagOf(entry, ms) : undefined);
      lastAt = entry.at;
      if (firstAt === '' && msOf(entry.at) >= EARLIEST_PLAUSIBLE) firstAt = entry.at;
    },
    restore(stored) {
      const all = stored.streams.map((name) => streams.named(name));
      let [n, ms] = [0, 0];
      for (const [row, length] of stored.length.entries()) {
        n += stored.n[row] ?? 0;
        ms += stored.ms[row] ?? 0;
        const stream = all[stored.stream[row] ?? 0];
        if (stream !== undefined) addRow(stream, ms, n, length, undefined);
      }
      lookup.onRestored();
      ({ lastAt, firstAt = lastAt } = stored);
    },
    skipTo(offset) {
      bytes = offset;
    },
    read: (stream, from, to) => readRows(rowsByTime(rows, streams.byName(stream), from, to)),
    async readArrivals(query) {
      const { selected, bytes: lineBytes, to } = selectRows(rows, streams, query);
      const entries = await decodeAll(readRows(selected));
      const found = new Set(entries.map(({ n }) => n));
      const unreadable = selected.map((row) => rows.n(row)).filter((n) => !found.has(n));
      const lost = unreadable.map((n) => ({ from: n, to: n }));
      return {
        entries,
        bytes: lineBytes,
        to,
        lost: joinRanges([...clipRanges(missing, rangeOf(query, to)), ...lost]),
      };
    },
    close() {
      rows.release();
      return file.close();
    },
  };
}

/** The rows of a stream in order of time, then number. */
export function rowsByTime(rows: RowTable, stream: RawStream | undefined, from = -Infinity, to = Infinity): number[] {
  const found: number[] = [];
  let isSorted = true;
  for (let row = stream?.newest ?? NO_ROW; row !== NO_ROW; row = rows.previous(row)) {
    const ms = rows.ms(row);
    if (ms < from || ms > to) continue;
    isSorted &&= found.length === 0 || ms <= rows.ms(found.at(-1) ?? 0);
    found.push(row);
  }
  found.reverse();
  return isSorted ? found : found.sort((a, b) => rows.ms(a) - rows.ms(b) || a - b);
}

/** What was looked at, if `end` was the last number. */
const rangeOf = ({ from, to, newestFirst }: ArrivalQuery, end: number): EntryRange =>
  newestFirst === true ? { from: end, to } : { from, to: end };

/** The wanted rows in order of arrival, or backwards. Ends with the row whose line reaches the sum `maxBytes`. */
function selectRows(
  rows: RowTable,
  streams: RawStreams,
  { from, to, wants, limit, maxBytes, newestFirst }: ArrivalQuery,
): { readonly selected: readonly number[]; readonly bytes: number; readonly to: number } {
  const wanted: (boolean | undefined)[] = [];
  const selected: number[] = [];
  let bytes = 0;
  const begin = findFirst(rows.count(), (row) => rows.n(row) >= from);
  const end = findFirst(rows.count(), (row) => rows.n(row) > to);
  for (let at = begin; at < end; at += 1) {
    const row = newestFirst === true ? begin + end - 1 - at : at;
    const stream = rows.stream(row);
    if (!(wanted[stream] ??= wants(streams.all[stream]?.name ?? ''))) continue;
    if (bytes >= maxBytes) return { selected, bytes, to: rows.n(selected.at(-1) ?? row) };
    selected.push(row);
    bytes += rows.length(row);
    if (selected.length === limit) return { selected, bytes, to: rows.n(row) };
  }
  return { selected, bytes, to: newestFirst === true ? from : to };
}

async function decodeAll(slices: AsyncIterable<readonly TimedEntry[]>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const slice of slices) for (const { entry } of slice) entries.push(entry);
  return entries;
}

/** One read takes less time than skipping fewer bytes than this. */
const MAX_SKIPPED_BYTES = 65_536;
/** A read holds no more, unless a single line is longer. */
const MAX_READ_BYTES = 262_144;

type RowGroup = { readonly rows: number[]; start: number; end: number };

/** Rows in the same order, in groups that one read covers. */
function* groupRows(rows: RowTable, wanted: readonly number[]): Generator<RowGroup> {
  let group: RowGroup | undefined;
  for (const row of wanted) {
    const [start, end] = [rows.offset(row), rows.offset(row) + rows.length(row)];
    if (group !== undefined) {
      const isNear = start <= group.end + MAX_SKIPPED_BYTES && end >= group.start - MAX_SKIPPED_BYTES;
      const joined = { start: Math.min(start, group.start), end: Math.max(end, group.end) };
      if (isNear && joined.end - joined.start <= MAX_READ_BYTES) {
        group.rows.push(row);
        Object.assign(group, joined);
        continue;
      }
      yield group;
    }
    group = { rows: [row], start, end };
  }
  if (group !== undefined) yield group;
}

/** The valid entries of these rows, decoded one by one; reports the others. */
async function decodeRows(
  file: OpenFile,
  rows: RowTable,
  { rows: wanted, start, end }: RowGroup,
  report: ReportLoss,
): Promise<Iterable<TimedEntry>> {
  const bytes = await file.read(start, end - start);
  function* decode(): Generator<TimedEntry> {
    for (const row of wanted) {
      const [offset, length] = [rows.offset(row) - start, rows.length(row)];
      const entry = decodeLine(bytes.subarray(offset, offset + length - 1));
      if (entry === undefined) report(describeLoss({ from: rows.n(row), to: rows.n(row) }));
      else yield { ms: rows.ms(row), entry, bytes: length };
    }
  }
  return decode();
}
