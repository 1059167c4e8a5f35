/** Numbers of entries, both ends included. */
export type NumberRange = readonly [from: number, to: number];

/**
 * How far a lane has come: every entry up to `n` is settled, and so are those of `settled`, which lie beyond a gap, in
 * order, and never touch. Settled: acknowledged by the far side, on the dead-letter list, gone, or not for this lane.
 */
export type Cursor = { readonly n: number; readonly settled: readonly NumberRange[] };

/** With as many ranges the lane reads no further: what is open before them comes first. */
const MAX_SETTLED_RANGES = 1_000;
/** Ranges that are stored with a cursor: the first ones. What lies beyond is sent again after a crash. */
const MAX_STORED_RANGES = 64;

export const cursorAt = (n: number): Cursor => ({ n, settled: [] });

export const storedCursor = ({ n, settled }: Cursor): Cursor => ({ n, settled: settled.slice(0, MAX_STORED_RANGES) });

export const isFull = ({ settled }: Cursor): boolean => settled.length >= MAX_SETTLED_RANGES;

export const isSettled = ({ n, settled }: Cursor, number: number): boolean =>
  number <= n || settled.some(([from, to]) => number >= from && number <= to);

/** The last number that is settled. */
export const settledUpTo = ({ n, settled }: Cursor): number => settled.at(-1)?.[1] ?? n;

/** Settles the numbers of the range as well. */
export function settle(cursor: Cursor, [from, to]: NumberRange): Cursor {
  if (to < from || to <= cursor.n) return cursor;
  // The usual case: the next entries in order.
  if (from <= cursor.n + 1 && cursor.settled.length === 0) return cursorAt(to);
  let [first, last] = [from, to];
  const others = cursor.settled.filter(([start, end]) => {
    if (end + 1 < first || start > last + 1) return true;
    first = Math.min(first, start);
    last = Math.max(last, end);
    return false;
  });
  if (first <= cursor.n + 1) return { n: last, settled: others };
  const at = others.findIndex(([start]) => start > last);
  const settled: NumberRange[] = at < 0 ? [...others, [first, last]] : others.toSpliced(at, 0, [first, last]);
  return { n: cursor.n, settled };
}

/** Settles the numbers of the range except `open`, which are in order. */
export function settleAllBut(cursor: Cursor, [from, to]: NumberRange, open: readonly number[]): Cursor {
  let next = from;
  let settled = cursor;
  for (const n of open) {
    settled = settle(settled, [next, n - 1]);
    next = n + 1;
  }
  return settle(settled, [next, to]);
}

/** How many numbers of the range are not settled. */
export const openIn = (cursor: Cursor, [from, to]: NumberRange): number =>
  Math.max(0, to - Math.max(from, cursor.n + 1) + 1) -
  cursor.settled.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from) + 1), 0);
