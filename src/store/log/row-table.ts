/**
 * Where the entries of a segment are, in order of arrival. Each field is a column of numbers: a row takes 44 bytes, which
 * the garbage collector does not visit.
 */
export type RowTable = {
  readonly count: () => number;
  /** ms since 1970, UTC */
  readonly ms: (row: number) => number;
  readonly n: (row: number) => number;
  readonly offset: (row: number) => number;
  /** of the line, with its line feed */
  readonly length: (row: number) => number;
  /** the number of its stream */
  readonly stream: (row: number) => number;
  /** the row of the same stream before this one; `NO_ROW`: there is none */
  readonly previous: (row: number) => number;
  /** returns the number of the new row */
  readonly add: (row: NewRow) => number;
  /** gives a row without a tag its tag */
  readonly setTag: (row: number, tag: number) => void;
  /** the rows with this tag, newest first */
  readonly withTag: (tag: number) => readonly number[];
  /** drops all rows and leaves their memory to the next table of the same pool */
  readonly release: () => void;
};

/** Keeps the memory of the last table that was released, of 1.4 MB for a segment of 8 MiB, for the next one. */
export type RowPool = {
  /** columns without rows */
  readonly take: () => Columns;
  readonly give: (columns: Columns) => void;
};

export type NewRow = {
  readonly ms: number;
  readonly n: number;
  readonly offset: number;
  readonly length: number;
  readonly stream: number;
  readonly previous: number;
  /** 32 bits; undefined: the row is not found by one */
  readonly tag: number | undefined;
};

export const NO_ROW = -1;
const NO_ROWS: readonly number[] = [];
/** The row is not found by a tag. */
const UNTAGGED = -2;
/** Doubled whenever it is full; a power of two. */
const FIRST_CAPACITY = 256;

type Columns = {
  readonly ms: Float64Array;
  readonly n: Float64Array;
  readonly offset: Uint32Array;
  readonly length: Uint32Array;
  readonly stream: Uint32Array;
  readonly previous: Int32Array;
  readonly tag: Int32Array;
  /** the next older row of the same bucket; `NO_ROW`: there is none */
  readonly older: Int32Array;
  /** the newest row of each bucket: those whose tags end with the same bits */
  readonly newest: Int32Array;
};

const createColumns = (capacity: number): Columns => ({
  ms: new Float64Array(capacity),
  n: new Float64Array(capacity),
  offset: new Uint32Array(capacity),
  length: new Uint32Array(capacity),
  stream: new Uint32Array(capacity),
  previous: new Int32Array(capacity),
  tag: new Int32Array(capacity),
  older: new Int32Array(capacity),
  newest: new Int32Array(capacity).fill(NO_ROW),
});

/** V8 counts what is not used again as garbage of the whole heap, and collects it every few segments. */
export function createRowPool(): RowPool {
  let spare: Columns | undefined;
  return {
    take() {
      const columns = spare ?? createColumns(FIRST_CAPACITY);
      spare = undefined;
      return columns;
    },
    give(columns) {
      columns.newest.fill(NO_ROW);
      spare = columns;
    },
  };
}

export function createRowTable(pool = createRowPool()): RowTable {
  let columns = pool.take();
  let count = 0;
  return {
    count: () => count,
    ms: (row) => columns.ms[row] ?? 0,
    n: (row) => columns.n[row] ?? 0,
    offset: (row) => columns.offset[row] ?? 0,
    length: (row) => columns.length[row] ?? 0,
    stream: (row) => columns.stream[row] ?? 0,
    previous: (row) => columns.previous[row] ?? NO_ROW,
    add({ ms, n, offset, length, stream, previous, tag }) {
      if (count === columns.ms.length) columns = enlarge(columns);
      const row = count;
      count += 1;
      columns.ms[row] = ms;
      columns.n[row] = n;
      columns.offset[row] = offset;
      columns.length[row] = length;
      columns.stream[row] = stream;
      columns.previous[row] = previous;
      columns.tag[row] = tag ?? 0;
      columns.older[row] = UNTAGGED;
      if (tag !== undefined) addToBucket(columns, row);
      return row;
    },
    setTag(row, tag) {
      if (columns.older[row] !== UNTAGGED) return;
      columns.tag[row] = tag;
      addToBucket(columns, row);
    },
    withTag(tag) {
      const { newest, older } = columns;
      let found: number[] | undefined;
      for (let row = newest[bucketOf(columns, tag)] ?? NO_ROW; row !== NO_ROW; row = older[row] ?? NO_ROW)
        if (columns.tag[row] === tag) (found ??= []).push(row);
      // A row that got its tag later is in front of newer ones.
      return found?.sort((a, b) => b - a) ?? NO_ROWS;
    },
    release() {
      if (columns === NO_COLUMNS) return;
      // A reader that still has this table finds no rows, never those of another one.
      pool.give(columns);
      columns = NO_COLUMNS;
      count = 0;
    },
  };
}

const NO_COLUMNS = createColumns(0);

const bucketOf = ({ newest }: Columns, tag: number): number => tag & (newest.length - 1);

function addToBucket(columns: Columns, row: number): void {
  const bucket = bucketOf(columns, columns.tag[row] ?? 0);
  columns.older[row] = columns.newest[bucket] ?? NO_ROW;
  columns.newest[bucket] = row;
}

function enlarge(columns: Columns): Columns {
  const larger = createColumns(2 * columns.ms.length);
  for (const name of ['ms', 'n', 'offset', 'length', 'stream', 'previous', 'tag', 'older'] as const)
    larger[name].set(columns[name]);
  for (let row = 0; row < columns.ms.length; row += 1) if (columns.older[row] !== UNTAGGED) addToBucket(larger, row);
  return larger;
}
