import { findFirst } from '../find-first.js';
import type { StreamName, TimeSpan } from '../segment.js';
import { compactColumn, type Column } from './compact-column.js';
import { readColumn, storeColumn, type StoredColumn } from './stored-column.js';
import { createSharedNames, numberNames, type StreamNames } from './stream-names.js';

/**
 * Position of a stream in a sorted segment; `marks` are pairs: time of every 64th entry, its offset in the file. The first
 * pair is that of the first entry.
 */
export type StreamIndex = TimeSpan & {
  readonly offset: number;
  readonly length: number;
  readonly marks: readonly number[];
};

/** The streams of a sorted segment, in the order of its file. */
export type StreamTable = {
  readonly names: () => readonly StreamName[];
  /** where each begins in the file */
  readonly offsets: Column;
  readonly span: (name: StreamName) => TimeSpan | undefined;
  readonly get: (name: StreamName) => StreamIndex | undefined;
  readonly entries: () => Iterable<readonly [name: StreamName, stream: StreamIndex]>;
  readonly stored: () => StoredStreams;
};

/** The streams in a file: parsed in a twentieth of the time that an object for each of them takes. */
export type StoredStreams = Readonly<Record<(typeof STORED)[number], StoredColumn>> & {
  /** with a space between them: no name has one */
  readonly names: string;
  readonly base: number;
};

const STORED = ['offsets', 'lengths', 'counts', 'froms', 'durations', 'markEnds', 'markTimes', 'markOffsets'] as const;

/** A column has a number for each stream, in the order of the file. */
type Columns = {
  /** of the name */
  readonly numbers: Column;
  /** places in the columns, in the order of `numbers` */
  readonly places: Column;
  readonly offsets: Column;
  readonly lengths: Column;
  readonly counts: Column;
  /** ms since 1970; times are counted from it on */
  readonly base: number;
  readonly froms: Column;
  readonly durations: Column;
  /** where the marks of a stream end, and those of the next one begin */
  readonly markEnds: Column;
  /** of all marks but the first of each stream */
  readonly markTimes: Column;
  readonly markOffsets: Column;
};

/**
 * Keeps the streams in about 30 bytes each, because a segment has hundreds and a log has hundreds of segments: the segments
 * share their names, times are counted from the earliest one on, and the numbers are in the smallest arrays that hold them.
 */
export function createStreamTable(
  streams: ReadonlyMap<StreamName, StreamIndex>,
  sharedNames = createSharedNames(),
): StreamTable {
  const names = sharedNames();
  return createTable(columnsOf(streams, names), names);
}

/** The table that was stored; undefined if its columns do not fit together. */
export function readStreamTable(stored: StoredStreams, sharedNames = createSharedNames()): StreamTable | undefined {
  const names = sharedNames();
  const { numbers, places } = names.ofList(stored.names);
  const [offsets, lengths, counts, froms, durations, markEnds] = STORED.slice(0, 6).map((name) =>
    readColumn(stored[name], numbers.length),
  );
  const marks = markEnds?.at(-1) ?? 0;
  const markTimes = readColumn(stored.markTimes, marks);
  const markOffsets = readColumn(stored.markOffsets, marks);
  if (!offsets || !lengths || !counts || !froms || !durations || !markEnds || !markTimes || !markOffsets)
    return undefined;
  const { base } = stored;
  const spans = { offsets, lengths, counts, base, froms, durations };
  return createTable({ numbers, places, ...spans, markEnds, markTimes, markOffsets }, names);
}

function createTable(columns: Columns, names: StreamNames): StreamTable {
  const { numbers, places, offsets, lengths, counts, base, froms, durations } = columns;
  const { markEnds, markTimes, markOffsets } = columns;

  function spanAt(place: number): TimeSpan {
    const from = base + (froms[place] ?? 0);
    return { count: counts[place] ?? 0, from, to: from + (durations[place] ?? 0) };
  }

  function at(place: number): StreamIndex {
    const offset = offsets[place] ?? 0;
    const span = spanAt(place);
    const marks = [span.from, offset];
    const end = markEnds[place] ?? 0;
    for (let mark = markEnds[place - 1] ?? 0; mark < end; mark += 1)
      marks.push(base + (markTimes[mark] ?? 0), markOffsets[mark] ?? 0);
    return { offset, length: lengths[place] ?? 0, ...span, marks };
  }

  function found<T>(name: StreamName, read: (place: number) => T): T | undefined {
    const number = names.numberOf(name);
    if (number === undefined) return undefined;
    const place = places[findFirst(places.length, (index) => (numbers[places[index] ?? 0] ?? 0) >= number)];
    return place !== undefined && numbers[place] === number ? read(place) : undefined;
  }

  return {
    names: () => Array.from(numbers, names.nameOf),
    offsets,
    span: (name) => found(name, spanAt),
    get: (name) => found(name, at),
    *entries() {
      for (const [place, number] of numbers.entries()) yield [names.nameOf(number), at(place)];
    },
    stored() {
      const stored = Object.fromEntries(STORED.map((name) => [name, storeColumn(columns[name])]));
      const list = Array.from(numbers, names.nameOf).join(' ');
      return { ...(stored as Record<(typeof STORED)[number], StoredColumn>), names: list, base };
    },
  };
}

function columnsOf(streams: ReadonlyMap<StreamName, StreamIndex>, names: StreamNames): Columns {
  const all = [...streams.values()];
  const column = (read: (stream: StreamIndex) => number): Column => compactColumn(all.map(read));
  const base = all.length === 0 ? 0 : all.reduce((earliest, { from }) => Math.min(earliest, from), Infinity);
  const markEnds: number[] = [];
  const markTimes: number[] = [];
  const markOffsets: number[] = [];
  for (const { marks } of all) {
    for (let mark = 2; mark < marks.length; mark += 2) {
      markTimes.push((marks[mark] ?? 0) - base);
      markOffsets.push(marks[mark + 1] ?? 0);
    }
    markEnds.push(markTimes.length);
  }
  return {
    ...numberNames([...streams.keys()], names),
    offsets: column(({ offset }) => offset),
    lengths: column(({ length }) => length),
    counts: column(({ count }) => count),
    base,
    froms: column(({ from }) => from - base),
    durations: column(({ from, to }) => to - from),
    markEnds: compactColumn(markEnds),
    markTimes: compactColumn(markTimes),
    markOffsets: compactColumn(markOffsets),
  };
}
