import type { StreamName, TimeSpan } from '../segment.js';

/** Position of a stream in a sorted segment; `marks` are pairs: time of every 64th entry, its offset in the file. */
export type StreamIndex = TimeSpan & {
  readonly offset: number;
  readonly length: number;
  readonly marks: ArrayLike<number>;
};

/** The streams of a sorted segment, in the order of its file. */
export type StreamTable = {
  readonly names: () => Iterable<StreamName>;
  /** where each begins in the file */
  readonly offsets: Float64Array;
  readonly span: (name: StreamName) => TimeSpan | undefined;
  readonly get: (name: StreamName) => StreamIndex | undefined;
  readonly entries: () => Iterable<readonly [name: StreamName, stream: StreamIndex]>;
};

/**
 * Keeps the streams in typed arrays, in less than half of the memory that they take as objects: each segment has a few
 * hundred, and a log has hundreds of segments.
 */
export function createStreamTable(streams: ReadonlyMap<StreamName, StreamIndex>): StreamTable {
  // No function here uses `streams`: the table would keep it.
  const all = [...streams.values()];
  const places = new Map<StreamName, number>();
  const offsets = Float64Array.from(all, ({ offset }) => offset);
  const lengths = Float64Array.from(all, ({ length }) => length);
  const counts = Float64Array.from(all, ({ count }) => count);
  const froms = Float64Array.from(all, ({ from }) => from);
  const tos = Float64Array.from(all, ({ to }) => to);
  /** where the marks of the stream at a place begin, and those of the one before it end */
  const firstMarks = new Uint32Array(streams.size + 1);
  const marks = new Float64Array(all.reduce((sum, { marks: own }) => sum + own.length, 0));
  for (const [name, stream] of streams) {
    const place = places.size;
    const first = firstMarks[place] ?? 0;
    places.set(name, place);
    marks.set(stream.marks, first);
    firstMarks[place + 1] = first + stream.marks.length;
  }

  const spanAt = (place: number): TimeSpan => ({
    count: counts[place] ?? 0,
    from: froms[place] ?? 0,
    to: tos[place] ?? 0,
  });
  const at = (place: number): StreamIndex => ({
    offset: offsets[place] ?? 0,
    length: lengths[place] ?? 0,
    ...spanAt(place),
    marks: marks.subarray(firstMarks[place], firstMarks[place + 1]),
  });
  const found = <T>(name: StreamName, read: (place: number) => T): T | undefined => {
    const place = places.get(name);
    return place === undefined ? undefined : read(place);
  };

  return {
    names: () => places.keys(),
    offsets,
    span: (name) => found(name, spanAt),
    get: (name) => found(name, at),
    *entries() {
      for (const [name, place] of places) yield [name, at(place)];
    },
  };
}
