import { join } from 'node:path';
import { msOf } from '../../../domain/clock/instant.js';
import { replaceFile } from '../../../disk/durable.js';
import { readRegularFile } from '../../../disk/regular-file.js';
import { hasValidCrc, appendCrc } from '../entry-codec.js';
import { isFileFault } from '../read-guard.js';
import { readLines, type Damage } from '../scan.js';
import type { WriteCounter } from '../../../disk/write-counters.js';
import { indexName, findMissing, streamOf, type EntryRange, type StreamName } from '../segment.js';
import type { SharedNames } from './stream-names.js';
import { createStreamTable, type StreamIndex, type StreamTable } from './stream-table.js';

/** A read starts and ends at a mark, so it reads at most this many extra entries per end. */
const ENTRIES_PER_MARK = 64;

/** Describes a sorted segment without reading it. */
export type SegmentIndex = {
  readonly version: 1;
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
  /** when its last entry was written, ms since 1970 */
  readonly until: number;
  /** numbers of entries that are lost */
  readonly missing: readonly EntryRange[];
  /** offsets of known damaged lines: reported once */
  readonly damaged: readonly number[];
  readonly streams: StreamTable;
};

/** Collects the index of a stream from its entries, in the order of the sorted file. */
export function createStreamIndexer(): {
  readonly add: (ms: number, offset: number, length: number) => void;
  readonly result: () => StreamIndex;
} {
  const marks: number[] = [];
  let [start, end, from, to, count] = [0, 0, 0, 0, 0];
  return {
    add(ms, offset, length) {
      if (count === 0) [start, from] = [offset, ms];
      if (count % ENTRIES_PER_MARK === 0) marks.push(ms, offset);
      count += 1;
      to = ms;
      end = offset + length;
    },
    result: () => ({ offset: start, length: end - start, count, from, to, marks }),
  };
}

/** Content of a sorted segment, read completely. */
export type BuiltIndex = {
  readonly index: SegmentIndex;
  readonly damages: readonly Damage[];
};

/** `last`: number of the last entry it should contain, if known; `names`: of the streams of all segments. */
export function buildIndex(bytes: Buffer, first: number, last = first - 1, names?: SharedNames): BuiltIndex {
  const streams = new Map<StreamName, ReturnType<typeof createStreamIndexer>>();
  const numbers: number[] = [];
  const damages: Damage[] = [];
  let until = 0;
  for (const { entry, offset, length } of readLines(bytes)) {
    if (entry === undefined) {
      damages.push({ offset, length });
      continue;
    }
    numbers.push(entry.n);
    until = Math.max(until, msOf(entry.at));
    const { stream, ms } = streamOf(entry);
    let indexer = streams.get(stream);
    if (indexer === undefined) streams.set(stream, (indexer = createStreamIndexer()));
    indexer.add(ms, offset, length);
  }
  numbers.sort((a, b) => a - b);
  const end = Math.max(last, numbers.at(-1) ?? 0);
  const index: SegmentIndex = {
    version: 1,
    first,
    last: end,
    bytes: bytes.length,
    until,
    missing: findMissing(numbers, first, end),
    damaged: damages.map(({ offset }) => offset),
    streams: createStreamTable(new Map([...streams].map(([stream, indexer]) => [stream, indexer.result()])), names),
  };
  return { index, damages };
}

type StoredIndex = Omit<SegmentIndex, 'streams'> & { readonly streams: Readonly<Record<StreamName, StreamIndex>> };

/** Ends with a CRC like a line of the log: a wrong offset would make valid entries look lost. */
function serializeIndex(index: SegmentIndex): Buffer {
  const streams: Record<StreamName, StreamIndex> = {};
  for (const [name, stream] of index.streams.entries()) streams[name] = stream;
  return appendCrc(JSON.stringify({ ...index, streams }).slice(0, -1));
}

export const isSameIndex = (a: SegmentIndex, b: SegmentIndex): boolean => serializeIndex(a).equals(serializeIndex(b));

export const writeIndex = (folder: string, index: SegmentIndex, counter?: WriteCounter): Promise<void> =>
  replaceFile(join(folder, indexName(index.first)), [serializeIndex(index)], { counter });

/** The index of a segment with `bytes` bytes; undefined if it is missing, damaged, or of another file. */
export async function readIndex(
  folder: string,
  first: number,
  bytes: number,
  names?: SharedNames,
): Promise<SegmentIndex | undefined> {
  try {
    const line = (await readRegularFile(join(folder, indexName(first)))).subarray(0, -1);
    if (!hasValidCrc(line)) return undefined;
    const stored = JSON.parse(line.toString('utf8')) as StoredIndex;
    const { last, until, missing, damaged } = stored;
    if (stored.first !== first || stored.bytes !== bytes) return undefined;
    const streams = createStreamTable(new Map(Object.entries(stored.streams)), names);
    return { version: 1, first, last, bytes, until, missing, damaged, streams };
  } catch (error) {
    if (isFileFault(error)) return undefined;
    throw error;
  }
}
