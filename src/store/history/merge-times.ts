import { compareByTime, type TimedEntry } from '../log/segment.js';

/** Entries in order of time, in slices; none is earlier than `from`, ms since 1970. */
export type TimedSource = { readonly from: number; readonly read: () => AsyncIterable<readonly TimedEntry[]> };

type Cursor = {
  readonly slices: AsyncIterator<readonly TimedEntry[]>;
  slice: readonly TimedEntry[];
  at: number;
};

/** The entries of all sources in order of time, then number. A source is opened when its time has come. */
export async function* mergeTimes(sources: readonly TimedSource[]): AsyncGenerator<readonly TimedEntry[]> {
  const closed = [...sources].sort((a, b) => a.from - b.from);
  const cursors = new Set<Cursor>();
  try {
    while (closed.length > 0 || cursors.size > 0) {
      const [next] = closed;
      const earliest = earliestOf(cursors);
      if (next !== undefined && (earliest === undefined || next.from <= timeOf(earliest))) {
        closed.shift();
        const cursor = { slices: next.read()[Symbol.asyncIterator](), slice: [], at: 0 };
        cursors.add(cursor);
        await fill(cursors, cursor);
      } else if (earliest !== undefined) {
        yield takeUntil(earliest, cursors, next?.from ?? Infinity);
        await fill(cursors, earliest);
      }
    }
  } finally {
    for (const { slices } of cursors) await slices.return?.();
  }
}

const headOf = ({ slice, at }: Cursor): TimedEntry | undefined => slice[at];
const timeOf = (cursor: Cursor): number => headOf(cursor)?.ms ?? Infinity;

const compareEntries = (a: TimedEntry, b: TimedEntry): number =>
  compareByTime({ ms: a.ms, n: a.entry.n }, { ms: b.ms, n: b.entry.n });

function earliestOf(cursors: Iterable<Cursor>): Cursor | undefined {
  let earliest: Cursor | undefined;
  for (const cursor of cursors) {
    const [head, best] = [headOf(cursor), earliest && headOf(earliest)];
    if (head !== undefined && (best === undefined || compareEntries(head, best) < 0)) earliest = cursor;
  }
  return earliest;
}

/** Reads on where a slice has ended; a source that has ended is dropped. */
async function fill(cursors: Set<Cursor>, cursor: Cursor): Promise<void> {
  while (cursor.at >= cursor.slice.length) {
    const next = await cursor.slices.next();
    if (next.done === true) {
      cursors.delete(cursor);
      return;
    }
    Object.assign(cursor, { slice: next.value, at: 0 });
  }
}

/** The entries of the source before those of the others and before `until`, at least one. */
function takeUntil(cursor: Cursor, cursors: ReadonlySet<Cursor>, until: number): readonly TimedEntry[] {
  const heads = [...cursors].flatMap((other) => (other === cursor ? [] : (headOf(other) ?? [])));
  const { slice, at } = cursor;
  const isNext = (entry: TimedEntry): boolean =>
    entry.ms < until && heads.every((head) => compareEntries(entry, head) < 0);
  let end = at + 1;
  for (let entry = slice[end]; entry !== undefined && isNext(entry); entry = slice[end]) end += 1;
  cursor.at = end;
  return at === 0 && end === slice.length ? slice : slice.slice(at, end);
}
