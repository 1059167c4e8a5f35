import type { CursorLane, LaneMark } from '../../schema/uplinks/lane.js';
import type { UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import { digestOf } from './content.js';
import { lastOf, nextOf, readMessages, type ReadPart, type StreamConnection } from './stream.js';
import { readId } from './subjects.js';

/** What the stream has under one id; more than one digest: an earlier version stored it twice. */
type Known = { readonly seq: number; readonly n: number; readonly digests: readonly (string | undefined)[] };

/** The messages of a lane behind a mark, by their ids, as far as they were read. */
export type Behind = {
  readonly mark: LaneMark | undefined;
  readonly known: Map<string, Known>;
  /** number and digest of records under ids that this store does not give */
  readonly renamed: Set<string>;
  /** the last sequence that was read */
  end: LaneMark;
  /** more messages follow */
  isCut: boolean;
};

/** Messages that are kept in memory; beyond, they are read as the records reach them. */
const MAX_KNOWN = 50_000;
/** of a search in a stream of any length */
const MAX_STEPS = 64;

/** Reads what the stream has of a lane behind `mark`. Without one, or with one of another stream: from `first` on. */
export async function readBehind(
  to: StreamConnection,
  lane: CursorLane,
  mark: LaneMark | undefined,
  first: number,
  ids: Ids,
): Promise<Behind> {
  const newest = await lastOf(to, lane);
  const behind: Behind = { mark, known: new Map(), renamed: new Set(), end: newest?.seq ?? 0, isCut: false };
  if (newest === undefined || newest.seq === mark) return behind;
  const begin = mark !== undefined && mark < newest.seq ? mark + 1 : await beginOf(to, lane, newest.seq, first);
  addPart(behind, await readMessages(to, lane, begin, MAX_KNOWN), begin, ids);
  return behind;
}

/** Reads on until the records are found, or passed. */
export async function readOn(
  to: StreamConnection,
  lane: CursorLane,
  behind: Behind,
  records: readonly UplinkRecord[],
  ids: Ids,
): Promise<void> {
  const last = records.at(-1)?.n ?? 0;
  while (behind.isCut && records.some(({ id }) => !behind.known.has(id)) && highestOf(behind) <= last) {
    // Two parts: a message that was published late is near those before it.
    for (const id of behind.known.keys()) {
      if (behind.known.size <= MAX_KNOWN) break;
      behind.known.delete(id);
    }
    const begin = behind.end + 1;
    addPart(behind, await readMessages(to, lane, begin, MAX_KNOWN), begin, ids);
  }
}

/** `isOwn`: of this gateway, in any generation; `isGiven`: this store gives such ids. */
export type Ids = { readonly isOwn: (id: string) => boolean; readonly isGiven: (store: string) => boolean };

function addPart(behind: Behind, { messages, pending }: ReadPart, begin: number, ids: Ids): void {
  for (const { seq, id, digest } of messages) {
    const read = readId(id);
    if (read === undefined) continue;
    const { store, n } = read;
    if (ids.isOwn(id) && !ids.isGiven(store)) behind.renamed.add(`${n} ${digest ?? ''}`);
    const before = behind.known.get(id);
    behind.known.set(id, { seq, n, digests: [...(before?.digests ?? []), digest] });
  }
  behind.end = messages.at(-1)?.seq ?? begin - 1;
  behind.isCut = pending > messages.length;
}

const highestOf = ({ known }: Behind): number => {
  let highest = 0;
  for (const { n } of known.values()) highest = Math.max(highest, n);
  return highest;
};

/** Of the records: those that the stream has, and the first one whose id it has with other content. */
export type Compared = { readonly repeated: ReadonlySet<string>; readonly conflict: UplinkRecord | undefined };

/** `others`: what the stream has of the other lane, under whose ids no record of this one may be; undefined: nothing. */
export function compare(
  { known, renamed }: Behind,
  others: Behind | undefined,
  records: readonly UplinkRecord[],
  { isOwn }: Ids,
): Compared {
  const repeated = new Set<string>();
  let conflict: UplinkRecord | undefined;
  for (const record of records) {
    const found = known.get(record.id);
    const digest = digestOf(record);
    if (found?.digests.includes(digest) === true || renamed.has(`${record.n} ${digest}`)) repeated.add(record.id);
    else if ((found !== undefined || others?.known.has(record.id) === true) && isOwn(record.id)) conflict ??= record;
  }
  return { repeated, conflict };
}

/** Messages of records that follow may come after the mark; all others were compared. */
export function markAfter(
  { known, end }: Behind,
  last: number,
): { readonly mark: LaneMark; readonly hasLater: boolean } {
  let mark = end;
  let hasLater = false;
  for (const { seq, n } of known.values()) {
    if (n <= last) continue;
    hasLater = true;
    mark = Math.min(mark, seq - 1);
  }
  return { mark, hasLater };
}

/** Where to begin without a mark: with the first message of the lane, unless there are too many of them. */
async function beginOf(to: StreamConnection, lane: CursorLane, until: number, first: number): Promise<number> {
  const { pending } = await readMessages(to, lane, 1, 0);
  if (pending <= MAX_KNOWN) return 1;
  let [low, high] = [1, until + 1];
  for (let step = 0; low < high && step < MAX_STEPS; step += 1) {
    const middle = Math.floor((low + high) / 2);
    const next = await nextOf(to, lane, middle);
    const n = next === undefined ? undefined : readId(next.id)?.n;
    if (next !== undefined && (n === undefined || n < first)) low = next.seq + 1;
    else high = middle;
  }
  return low;
}
