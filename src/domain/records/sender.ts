import { keyOf, type RecordChange } from './record.js';

/** The number of a stored record at the gateway that forwarded it, and a print of its content. */
type SenderMark = readonly [n: number, print: number];

/**
 * What is known of one generation of a gateway that forwards its records: the numbers of some of them, ascending. The
 * newest are all there; further back they are as far apart as a share of the distance to the newest one.
 */
export type Sender = { readonly marks: readonly SenderMark[] };

export const MAX_MARKS = 128;
const NEWEST_MARKS = 32;
/** 1 / share: with it, a billion entries need about 100 marks. */
const STEPS = 3;

/** The highest number of a stored record. */
export const highestOf = ({ marks }: Sender): number => marks.at(-1)?.[0] ?? 0;

/** The sender with one more record. */
export function noteRecord(sender: Sender | undefined, n: number, print: number): Sender {
  const marks = sender?.marks ?? [];
  const at = placeOf(marks, n);
  if (marks[at]?.[0] === n) return { marks };
  return { marks: thin(marks.toSpliced(at, 0, [n, print])) };
}

/**
 * Two different records have the number `n`: the sender's store was put back to an earlier state. False also if nothing is
 * known of the number.
 */
export function isUsedTwice({ marks }: Sender, n: number, print: number): boolean {
  const mark = marks[placeOf(marks, n)];
  return mark?.[0] === n && mark[1] !== print;
}

/** The index of the first mark with a number of at least `n`. */
function placeOf(marks: readonly SenderMark[], n: number): number {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.[0] ?? 0) < n) low = middle + 1;
    else high = middle;
  }
  return low;
}

function thin(marks: readonly SenderMark[]): readonly SenderMark[] {
  if (marks.length <= MAX_MARKS) return marks;
  const highest = marks.at(-1)?.[0] ?? 0;
  const kept = marks.slice(-NEWEST_MARKS);
  let next = kept[0]?.[0] ?? 0;
  for (let at = marks.length - NEWEST_MARKS - 1; at >= 0; at -= 1) {
    const [mark, older] = [marks[at], marks[at - 1]];
    // Without it, the marks around it would still be near enough to each other.
    if (mark === undefined || (older !== undefined && next - older[0] <= (highest - older[0]) / STEPS)) continue;
    kept.unshift(mark);
    [next] = mark;
  }
  return kept.slice(-MAX_MARKS);
}

/** 32 bits of the content of a record, the same in each run: FNV-1a of its key. */
export function printOf(record: RecordChange): number {
  const key = keyOf(record);
  let print = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) print = Math.imul(print ^ key.charCodeAt(at), 0x01000193);
  return print >>> 0;
}
