import type { UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import type { Lane, LaneMark } from '../sink.js';
import { idOf, lastOf, nextOf, readIds, type ReadBack, type StreamConnection } from './stream.js';
import { readId } from './subjects.js';

/** What is behind a stored position: as many as are forwarded before it is stored again, and a batch. */
const MAX_READ = 2_000;
/** of a search in a stream of any length */
const MAX_STEPS = 64;

export type FoundIds = { readonly repeated: ReadonlySet<string>; readonly mark: LaneMark };

/**
 * Finds which of the records are in the stream, behind `mark`. Without a mark, or if there is more behind it than is read,
 * their place is searched: the numbers of a lane rise. The new mark stays before what follows the records.
 */
export async function findIds(
  to: StreamConnection,
  asked: { readonly lane: Lane; readonly mark: LaneMark | undefined; readonly storeId: string },
  records: readonly UplinkRecord[],
): Promise<FoundIds> {
  const { lane, mark, storeId } = asked;
  const [first, last] = [records[0], records.at(-1)];
  const newest = await lastOf(to, lane);
  if (newest === undefined || first === undefined || last === undefined) return { repeated: NONE, mark: 0 };
  if (newest.seq === mark) return { repeated: NONE, mark };
  const wanted = new Set(records.map(({ id }) => id));
  // The stream of the mark was deleted and made again, or the uplink has another one now.
  const isKnown = mark !== undefined && mark < newest.seq;
  const isBefore = (id: string, than: string): boolean => comesBefore(id, than, storeId);
  const search = (from: number): Promise<number> =>
    placeOf(to, lane, [from, newest.seq], (id) => isBefore(id, first.id));
  if (!isKnown && isBefore(idOf(newest), first.id)) return { repeated: NONE, mark: newest.seq };
  const begin = isKnown ? mark + 1 : await search(1);
  const read = await readIds(to, lane, begin, MAX_READ);
  const found = summary(read, begin, wanted, (id) => id !== last.id && !isBefore(id, last.id));
  const isComplete = !read.isCut || found.hasLater || found.repeated.size === wanted.size;
  if (isComplete) return found;
  const later = await search((read.messages.at(-1)?.seq ?? begin) + 1);
  const more = await readIds(to, lane, later, MAX_READ);
  const rest = summary(more, later, wanted, (id) => id !== last.id && !isBefore(id, last.id));
  return { repeated: new Set([...found.repeated, ...rest.repeated]), mark: rest.mark };
}

const NONE: ReadonlySet<string> = new Set();

/** Of two generations of this store the present one is the later; what has no record id is passed over. */
function comesBefore(id: string, than: string, present: string): boolean {
  const [a, b] = [readId(id), readId(than)];
  if (a === undefined || b === undefined) return true;
  if (a.store === b.store) return a.n < b.n;
  return a.store !== present;
}

/** The lowest sequence from which on no record of the lane comes before. */
async function placeOf(
  to: StreamConnection,
  lane: Lane,
  [from, until]: readonly [number, number],
  isBefore: (id: string) => boolean,
): Promise<number> {
  let [low, high] = [from, Math.max(from, until + 1)];
  for (let step = 0; low < high && step < MAX_STEPS; step += 1) {
    const middle = Math.floor((low + high) / 2);
    const next = await nextOf(to, lane, middle);
    if (next !== undefined && isBefore(idOf(next))) low = next.seq + 1;
    else high = middle;
  }
  return low;
}

/** `hasLater`: a record was read that follows those that are searched. */
function summary(
  { messages }: ReadBack,
  from: number,
  wanted: ReadonlySet<string>,
  isLater: (id: string) => boolean,
): FoundIds & { readonly hasLater: boolean } {
  const firstLater = messages.findIndex(({ id }) => isLater(id));
  const passed = firstLater < 0 ? messages : messages.slice(0, firstLater);
  return {
    repeated: new Set(messages.flatMap(({ id }) => (wanted.has(id) ? [id] : []))),
    mark: passed.at(-1)?.seq ?? from - 1,
    hasLater: firstLater >= 0,
  };
}
