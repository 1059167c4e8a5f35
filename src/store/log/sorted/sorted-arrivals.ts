import { setImmediate as nextTurn } from 'node:timers/promises';
import { openFileAt, type OpenFile } from '../../../disk/durable.js';
import type { Entry } from '../../../schema/entry.js';
import { buildOrder, LOST, readOrder, writeOrder, type OrderedSegment } from './arrival-order.js';
import { decodeLine, LF } from '../entry-codec.js';
import { errnoOf } from '../../../errors.js';
import { fileFault } from '../read-guard.js';
import { readFilePast, readPast } from '../salvage.js';
import { findFirst } from '../find-first.js';
import type { FileRange } from './index-lookup.js';
import { lineIn, readLineBlock } from './line-block.js';
import type { SegmentIndex } from './segment-index.js';
import type { StreamIndex } from './stream-table.js';
import {
  joinRanges,
  orderName,
  type ArrivalOrder,
  type ArrivalQuery,
  type Arrivals,
  type EntryRange,
  type LineBlock,
  type LogFolder,
  type StreamName,
} from '../segment.js';
import { MAX_BYTES_PER_TURN } from '../slices.js';

export type SortedArrivalsOptions = {
  readonly folder: LogFolder;
  readonly segment: OrderedSegment;
  readonly path: string;
  /** the present index: it changes when damage is found */
  readonly index: () => SegmentIndex;
  /** Resolves once the damage at these offsets is recorded in the index and reported. */
  readonly reportDamage: (offsets: readonly number[]) => Promise<void>;
};

/** One read takes less time than skipping fewer bytes than this. */
const MAX_SKIPPED_BYTES = 32_768;
/** Numbers whose lines are cached together. */
const BLOCK_NUMBERS = 4_096;
/** A page with fewer lines, or with fewer of its numbers wanted, is read without the cache. */
const MIN_NEIGHBORS = 64;
const MAX_SPREAD = 4;

/**
 * Reads a sorted segment in order of arrival, by the positions of its entries. Older versions did not write them: they are
 * then collected from the segment, once.
 */
export function createSortedArrivals(options: SortedArrivalsOptions): (query: ArrivalQuery) => Promise<Arrivals> {
  const { folder, segment, path, index } = options;
  const { first } = segment;
  const name = String(first);

  async function collectOrder(): Promise<ArrivalOrder> {
    const { bytes, badPages } = await readFilePast(path);
    const { order, damages } = await buildOrder(bytes, segment);
    await options.reportDamage(damages.map(({ offset }) => offset));
    // Without the file the next reader collects it again.
    const counter = folder.writeCounters?.segments;
    if (folder.corruptSuffix !== undefined && badPages === 0)
      await writeOrder(folder.path, segment, order, counter).catch(() => undefined);
    return order;
  }

  const loadOrder = async (): Promise<ArrivalOrder> =>
    (await readOrder(folder.path, segment)) ?? (await collectOrder());
  const cachedOrder = (load: () => Promise<ArrivalOrder>): Promise<ArrivalOrder> =>
    folder.orderCache?.get(name, load) ?? load();

  /** The lines of a block, by number, lost ones included. */
  function loadBlock(order: ArrivalOrder, block: number): Promise<LineBlock> {
    const load = (): Promise<LineBlock> =>
      readLineBlock(path, order.offsets.subarray(block * BLOCK_NUMBERS, (block + 1) * BLOCK_NUMBERS));
    return folder.lineCache?.get(`${name}/${block}`, load) ?? load();
  }

  /** A reader of all streams gets neighboring numbers, which are far apart in the file. */
  async function readNeighbors(
    order: ArrivalOrder,
    numbers: readonly number[],
  ): Promise<(Buffer | undefined)[] | undefined> {
    const blockOf = (n: number): number => Math.floor((n - first) / BLOCK_NUMBERS);
    const blocks = new Map<number, LineBlock>();
    try {
      for (const block of new Set(numbers.map(blockOf))) blocks.set(block, await loadBlock(order, block));
    } catch (error) {
      // A block has lines from all of the file: one bad sector in it must not cost the others.
      if (errnoOf(error) !== 'EIO') throw error;
      return undefined;
    }
    return numbers.map((n) => {
      const block = blocks.get(blockOf(n));
      return block === undefined ? undefined : lineIn(block, (n - first) % BLOCK_NUMBERS);
    });
  }

  async function readBy(order: ArrivalOrder, query: ArrivalQuery, isFresh = false): Promise<Arrivals | undefined> {
    const isBackwards = query.newestFirst === true;
    const { offsets, numbers, lost, end } = findLines(order, first, query, createOffsetFilter(index(), query.wants));
    const isDense = numbers.length >= MIN_NEIGHBORS && end - query.from < numbers.length * MAX_SPREAD;
    const neighbors = isDense && !isFresh && !isBackwards ? await readNeighbors(order, numbers) : undefined;
    const lines =
      neighbors ??
      (await readLinesAt(
        path,
        offsets,
        Array.from(index().streams.entries(), ([, stream]) => stream),
        isBackwards ? query.maxBytes : Infinity,
      ));
    const page = await decodeUntilFull(lines, numbers, query.maxBytes);
    if (page === undefined) return undefined;
    const { entries, bytes } = page;
    const to = entries.length < numbers.length ? (numbers[entries.length - 1] ?? end) : end;
    const isLooked = ({ from: n }: EntryRange): boolean => (isBackwards ? n >= to : n <= to);
    return { entries, bytes, to, lost: joinRanges(lost.filter(isLooked)) };
  }

  return async (query) => {
    const found = await readBy(await cachedOrder(loadOrder), query);
    if (found !== undefined) return found;
    // Lines were damaged since their positions were collected, or the positions are wrong.
    folder.orderCache?.remove(name);
    const again = await readBy(await cachedOrder(collectOrder), query, true);
    if (again === undefined) throw fileFault(`${orderName(first)} does not match its segment after it was collected`);
    return again;
  };
}

/** The wanted lines in the order of the query; `end`: the last number looked at. */
function findLines(
  { offsets: all }: ArrivalOrder,
  first: number,
  { from, to, limit, newestFirst }: ArrivalQuery,
  isWanted: (offset: number) => boolean,
): { readonly offsets: number[]; readonly numbers: number[]; readonly lost: EntryRange[]; readonly end: number } {
  const offsets: number[] = [];
  const numbers: number[] = [];
  const lost: EntryRange[] = [];
  const step = newestFirst === true ? -1 : 1;
  let n = newestFirst === true ? to : from;
  for (; n >= from && n <= to && numbers.length < limit; n += step) {
    const offset = all[n - first] ?? LOST;
    if (offset === LOST) lost.push({ from: n, to: n });
    if (offset === LOST || !isWanted(offset)) continue;
    offsets.push(offset);
    numbers.push(n);
  }
  return { offsets, numbers, lost, end: n - step };
}

/**
 * The entries of the lines, up to the one whose line reaches the sum `maxBytes`; undefined if one of them does not have its
 * number. Other work gets its turn in between.
 */
async function decodeUntilFull(
  lines: readonly (Buffer | undefined)[],
  numbers: readonly number[],
  maxBytes: number,
): Promise<Pick<Arrivals, 'entries' | 'bytes'> | undefined> {
  const entries: Entry[] = [];
  let bytes = 0;
  let inTurn = 0;
  for (const [at, line] of lines.entries()) {
    const entry = line === undefined ? undefined : decodeLine(line);
    if (line === undefined || entry === undefined || entry.n !== numbers[at]) return undefined;
    entries.push(entry);
    bytes += line.length;
    if (bytes >= maxBytes) break;
    inTurn += line.length;
    if (inTurn < MAX_BYTES_PER_TURN) continue;
    inTurn = 0;
    await nextTurn();
  }
  return { entries, bytes };
}

/** Whether the line at an offset belongs to a wanted stream: the entries of a stream are next to each other. */
function createOffsetFilter(
  { streams }: SegmentIndex,
  wants: (stream: StreamName) => boolean,
): (offset: number) => boolean {
  const names = streams.names();
  const starts = streams.offsets;
  const wanted: (boolean | undefined)[] = [];
  let [from, to, current] = [0, 0, false];
  return (offset) => {
    if (offset >= from && offset < to) return current;
    const next = findFirst(starts.length, (index) => (starts[index] ?? 0) > offset);
    const at = next - 1;
    // Never so in an intact index.
    if (at < 0) return true;
    [from, to] = [starts[at] ?? 0, starts[next] ?? Infinity];
    current = wanted[at] ??= wants(names[at] ?? '');
    return current;
  };
}

/**
 * The lines at these offsets, without their line feeds; undefined where there is none. Of lines that take more than
 * `maxBytes`, only the first ones.
 */
async function readLinesAt(
  path: string,
  found: readonly number[],
  streams: readonly StreamIndex[],
  maxBytes: number,
): Promise<(Buffer | undefined)[]> {
  const offsets = maxBytes === Infinity ? found : found.slice(0, countWithin(found, streams, maxBytes));
  if (offsets.length === 0) return [];
  const file = await openFileAt(path, 'r');
  try {
    const blocks = await readBlocks(file, joinBlocks(blocksOf(offsets, streams)));
    return offsets.map((offset) => {
      const block = blocks.find(({ start, bytes }) => offset >= start && offset < start + bytes.length);
      if (block === undefined) return undefined;
      const start = offset - block.start;
      const lineFeed = block.bytes.indexOf(LF, start);
      return lineFeed < 0 ? undefined : block.bytes.subarray(start, lineFeed);
    });
  } finally {
    await file.close();
  }
}

/** For each offset, the bytes up to the next mark of its stream: the line ends before it. Sorted. */
function blocksOf(offsets: readonly number[], streams: readonly StreamIndex[]): FileRange[] {
  const sorted = Float64Array.from(offsets).sort();
  const blocks: FileRange[] = [];
  let at = 0;
  let mark = 0;
  let end = 0;
  for (const start of sorted) {
    if (start >= end) {
      for (; at < streams.length; at += 1, mark = 0) {
        const stream = streams[at];
        if (stream !== undefined && start < stream.offset + stream.length) break;
      }
      const stream = streams[at];
      const marks = stream?.marks ?? [];
      while (mark < marks.length && (marks[mark + 1] ?? 0) <= start) mark += 2;
      end = mark < marks.length ? (marks[mark + 1] ?? 0) : (stream?.offset ?? 0) + (stream?.length ?? 0);
    }
    // Lies in no stream if the index was rebuilt without a damaged line: then nothing is read.
    blocks.push({ start, end: Math.max(start, end) });
  }
  return blocks;
}

/** How many of the lines take at most `maxBytes`, at least one of them. */
function countWithin(offsets: readonly number[], streams: readonly StreamIndex[], maxBytes: number): number {
  const blocks = blocksOf(offsets, streams);
  const sizes = new Map(
    blocks.map(({ start, end }, at) => [start, Math.min(end, blocks[at + 1]?.start ?? end) - start] as const),
  );
  let sum = 0;
  const excess = offsets.findIndex((offset) => (sum += sizes.get(offset) ?? 0) > maxBytes);
  return excess < 0 ? offsets.length : Math.max(1, excess);
}

/** Many small reads take longer than one that spans them. */
const MAX_READS = 32;

function joinBlocks(blocks: readonly FileRange[]): FileRange[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of blocks) {
    const last = joined.at(-1);
    if (last !== undefined && start - last.end <= MAX_SKIPPED_BYTES) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  const [first, last] = [joined[0], joined.at(-1)];
  const isOne = joined.length > MAX_READS && first !== undefined && last !== undefined;
  return isOne ? [{ start: first.start, end: last.end }] : joined;
}

type Block = { readonly start: number; readonly bytes: Buffer };

async function readBlocks(file: OpenFile, ranges: readonly FileRange[]): Promise<Block[]> {
  const blocks: Block[] = [];
  for (const { start, end } of ranges) blocks.push({ start, bytes: await readPast(file, start, end - start) });
  return blocks;
}
