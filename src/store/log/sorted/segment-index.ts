import { join } from 'node:path';
import { msOf } from '../../../domain/clock/instant.js';
import { replaceFile } from '../../../disk/durable.js';
import { readRegularFile } from '../../../disk/regular-file.js';
import type { Entry } from '../../../schema/entry.js';
import { hasValidCrc, appendCrc } from '../entry-codec.js';
import { fileFault, isFileFault } from '../read-guard.js';
import { readLines, type Damage } from '../scan.js';
import type { WriteCounter } from '../../../disk/write-counters.js';
import {
  createMisfitCount,
  findMissing,
  indexName,
  MAX_SEGMENT_NUMBERS,
  MISFITS,
  streamOf,
  type EntryRange,
  type StreamName,
} from '../segment.js';
import type { SharedNames } from './stream-names.js';
import {
  createStreamTable,
  readStreamTable,
  type StoredStreams,
  type StreamIndex,
  type StreamTable,
} from './stream-table.js';

/** A read starts and ends at a mark, so it reads at most this many extra entries per end. */
const ENTRIES_PER_MARK = 64;

/** Describes a sorted segment without reading it. */
export type SegmentIndex = {
  /** of the form in which it is stored */
  readonly version: 1 | 2;
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
  /** The stream reaches up to there, without a further entry. */
  readonly extend: (to: number) => void;
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
    extend(to) {
      end = Math.max(end, to);
    },
    result: () => ({ offset: start, length: end - start, count, from, to, marks }),
  };
}

/** Content of a sorted segment, read completely. */
export type BuiltIndex = {
  readonly index: SegmentIndex;
  readonly damages: readonly Damage[];
  readonly misfits: Pick<ReturnType<typeof createMisfitCount>, 'describe'>;
};

type Line = { readonly ms: number; readonly offset: number; readonly length: number };

/** Collects the streams of a sorted segment from its entries, in the order of the file. */
function createCollector(): {
  readonly add: (entry: Entry, offset: number, length: number) => void;
  readonly streams: () => ReadonlyMap<StreamName, StreamIndex>;
} {
  const indexers = new Map<StreamName, ReturnType<typeof createStreamIndexer>>();
  let current: StreamName | undefined;
  /** misfits after the last entry of the current stream */
  let waiting: Line[] = [];

  function indexerOf(stream: StreamName): ReturnType<typeof createStreamIndexer> {
    const found = indexers.get(stream) ?? createStreamIndexer();
    indexers.set(stream, found);
    return found;
  }

  /**
   * Sorting puts misfits into a stream of their own. Elsewhere they lie within a stream, or at its end: every line is in
   * the range of one stream.
   */
  function placeWaiting(next: StreamName | undefined): void {
    const isOwnStream = waiting.length > 0 && next !== current && !indexers.has(MISFITS);
    if (isOwnStream) for (const { ms, offset, length } of waiting) indexerOf(MISFITS).add(ms, offset, length);
    else if (current !== undefined) for (const line of waiting) indexerOf(current).extend(line.offset + line.length);
    waiting = [];
  }

  return {
    add(entry, offset, length) {
      const { stream, ms } = streamOf(entry);
      if (stream === MISFITS) {
        waiting.push({ ms, offset, length });
        return;
      }
      if (waiting.length > 0) placeWaiting(stream);
      current = stream;
      indexerOf(stream).add(ms, offset, length);
    },
    streams() {
      placeWaiting(undefined);
      return new Map([...indexers].map(([stream, indexer]) => [stream, indexer.result()]));
    },
  };
}

/** `last`: number of the last entry it should contain, if known; `names`: of the streams of all segments. */
export function buildIndex(bytes: Buffer, first: number, last = first - 1, names?: SharedNames): BuiltIndex {
  const collected = createCollector();
  const misfits = createMisfitCount();
  const numbers: number[] = [];
  const damages: Damage[] = [];
  let until = 0;
  for (const { entry, offset, length } of readLines(bytes)) {
    if (entry === undefined) {
      damages.push({ offset, length });
      continue;
    }
    if (Math.abs(entry.n - first) > MAX_SEGMENT_NUMBERS)
      throw fileFault(`its entry ${entry.n} is too far from entry ${first}`);
    numbers.push(entry.n);
    until = Math.max(until, msOf(entry.at));
    misfits.add(entry);
    collected.add(entry, offset, length);
  }
  numbers.sort((a, b) => a - b);
  const end = Math.max(last, numbers.at(-1) ?? 0);
  const table = createStreamTable(collected.streams(), names);
  const index: SegmentIndex = {
    version: versionFor(table),
    first,
    last: end,
    bytes: bytes.length,
    until,
    missing: findMissing(numbers, first, end),
    damaged: damages.map(({ offset }) => offset),
    streams: table,
  };
  return { index, damages, misfits };
}

type IndexHead = Omit<SegmentIndex, 'version' | 'bytes' | 'streams'>;

/**
 * An object for each stream can be read with jq. Of many streams it would take most of a start, so that they are stored as
 * columns. Versions without them know no `size`, and make the index again.
 */
type StoredIndex =
  | (IndexHead & {
      readonly version: 1;
      readonly bytes: number;
      readonly streams: Readonly<Record<StreamName, StreamIndex>>;
    })
  | (IndexHead & { readonly version: 2; readonly size: number; readonly streams: StoredStreams });

const MANY_STREAMS = 64;

/** Ends with a CRC like a line of the log: a wrong offset would make valid entries look lost. */
function serializeIndex({ version, first, last, bytes, until, missing, damaged, streams }: SegmentIndex): Buffer {
  const stored: StoredIndex =
    version === 2
      ? { version, first, last, size: bytes, until, missing, damaged, streams: streams.stored() }
      : { version, first, last, bytes, until, missing, damaged, streams: Object.fromEntries(streams.entries()) };
  return appendCrc(JSON.stringify(stored).slice(0, -1));
}

/** The form in which these streams are stored; previous versions stored all in the first one. */
export const versionFor = (streams: StreamTable): SegmentIndex['version'] =>
  streams.offsets.length < MANY_STREAMS ? 1 : 2;

export const isSameIndex = (a: SegmentIndex, b: SegmentIndex): boolean =>
  serializeIndex({ ...a, version: b.version }).equals(serializeIndex(b));

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
    const { last, until, missing, damaged, version } = stored;
    if (stored.first !== first || (version === 2 ? stored.size : stored.bytes) !== bytes) return undefined;
    const streams =
      version === 2
        ? readStreamTable(stored.streams, names)
        : createStreamTable(new Map(Object.entries(stored.streams)), names);
    return streams && { version, first, last, bytes, until, missing, damaged, streams };
  } catch (error) {
    if (isFileFault(error)) return undefined;
    throw error;
  }
}
