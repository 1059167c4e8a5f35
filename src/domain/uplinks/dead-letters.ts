import type { DeadChange } from '../../schema/entry.js';
import type { CursorLane } from '../../schema/uplinks/lane.js';

/** Entries from `from` to `to` that have `records` refused ones of a device. */
export type DeadRange = readonly [from: number, to: number, records: number];

/** What a far side refuses of one device in one lane: `reason` and `at` (UTC) of the last refusal, ranges in order. */
export type DeadLetters = { readonly reason: string; readonly at: string; readonly ranges: readonly DeadRange[] };

/** By `deadKey`: device and lane. */
export type ReadonlyDead = ReadonlyMap<string, DeadLetters>;

/** Ranges of one uplink; then those of the device with most are joined. */
const MAX_DEAD_RANGES = 1_000;
/** Devices of one uplink, in both lanes; then it waits: a far side that knows so few devices is not set up. */
export const MAX_DEAD_DEVICES = 200;
const MAX_REASON_CHARS = 80;

/** No id of a device has a slash. */
export const deadKey = (lane: CursorLane, deviceId: string): string => `${lane}/${deviceId}`;
export const readDeadKey = (key: string): { readonly lane: CursorLane; readonly deviceId: string } => ({
  lane: key.startsWith('alerts/') ? 'alerts' : 'history',
  deviceId: key.slice(key.indexOf('/') + 1),
});

function shortReason(reason: string): string {
  const printable = reason.replaceAll(/\p{C}+/gu, ' ');
  return printable.length <= MAX_REASON_CHARS ? printable : `${printable.slice(0, MAX_REASON_CHARS - 1)}…`;
}

/** The records of all ranges. */
export function countRecords(dead: ReadonlyDead): number {
  let count = 0;
  for (const { ranges } of dead.values()) for (const [, , records] of ranges) count += records;
  return count;
}

const countRanges = (dead: ReadonlyDead): number => {
  let count = 0;
  for (const { ranges } of dead.values()) count += ranges.length;
  return count;
};

/** Applies the change in place. Deterministic: the store folds it, and the forwarder works on a copy. */
export function applyDead(dead: Map<string, DeadLetters>, change: DeadChange): void {
  const key = deadKey(change.lane, change.deviceId);
  const before = dead.get(key)?.ranges ?? [];
  const left = change.removed.reduce<readonly DeadRange[]>(removeRange, before);
  const ranges = change.added.reduce<readonly DeadRange[]>(addRange, left);
  if (ranges.length === 0) dead.delete(key);
  else dead.set(key, { reason: shortReason(change.reason), at: change.at, ranges });
  joinBeyond(dead, MAX_DEAD_RANGES);
}

/** Adds a range in its place; joins it with those that it overlaps. */
function addRange(ranges: readonly DeadRange[], [from, to, records]: DeadRange): readonly DeadRange[] {
  let added: DeadRange = [from, to, records];
  const others = ranges.filter((range) => {
    if (range[1] < added[0] || range[0] > added[1]) return true;
    added = joined(range, added);
    return false;
  });
  const at = others.findIndex(([start]) => start > added[1]);
  return at < 0 ? [...others, added] : others.toSpliced(at, 0, added);
}

const joined = (a: DeadRange, b: DeadRange): DeadRange => [
  Math.min(a[0], b[0]),
  Math.max(a[1], b[1]),
  // A record that is refused twice is counted once, unless the ranges were joined before.
  a[0] === b[0] && a[1] === b[1] ? Math.max(a[2], b[2]) : a[2] + b[2],
];

function removeRange(ranges: readonly DeadRange[], [from, to]: readonly [number, number]): readonly DeadRange[] {
  return ranges.flatMap((range): DeadRange[] => {
    const [start, end, records] = range;
    if (end < from || start > to) return [range];
    const parts = (
      [
        [start, from - 1],
        [to + 1, end],
      ] as const
    ).filter(([a, b]) => a <= b);
    // How many are in each part is not known: no more than numbers, and together no more than there were.
    const gone = Math.min(records, Math.min(end, to) - Math.max(start, from) + 1);
    const left = Math.max(parts.length, records - gone);
    const first = Math.min(Math.ceil(left / parts.length), (parts[0]?.[1] ?? 0) - (parts[0]?.[0] ?? 0) + 1);
    return parts.map(([a, b], index): DeadRange => [a, b, Math.min(b - a + 1, index === 0 ? first : left - first)]);
  });
}

/** Joins the two neighbors that are closest, of the device with most ranges, until there are at most `max` ranges. */
function joinBeyond(dead: Map<string, DeadLetters>, max: number): void {
  for (let excess = countRanges(dead) - max; excess > 0; excess -= 1) {
    const [key, most] = [...dead].reduce((a, b) => (b[1].ranges.length > a[1].ranges.length ? b : a));
    if (most.ranges.length < 2) return;
    dead.set(key, { ...most, ranges: joinClosest(most.ranges) });
  }
}

function joinClosest(ranges: readonly DeadRange[]): DeadRange[] {
  let at = 1;
  const gapBefore = (index: number): number => (ranges[index]?.[0] ?? Infinity) - (ranges[index - 1]?.[1] ?? 0);
  for (let index = 2; index < ranges.length; index += 1) if (gapBefore(index) < gapBefore(at)) at = index;
  const [a, b] = [ranges[at - 1], ranges[at]];
  return a === undefined || b === undefined ? [...ranges] : ranges.toSpliced(at - 1, 2, joined(a, b));
}

/** The lowest entry that the list names; undefined: it is empty. */
export function oldestDead(dead: ReadonlyDead): number | undefined {
  let oldest: number | undefined;
  for (const { ranges } of dead.values()) oldest = Math.min(oldest ?? Infinity, ranges[0]?.[0] ?? Infinity);
  return oldest;
}

/** Adds refused records of a device; as a part of its last range, if nothing of it was taken in between. */
export function addingRefused(
  dead: ReadonlyDead,
  refused: Pick<DeadChange, 'lane' | 'deviceId' | 'reason' | 'at'> & { readonly range: DeadRange },
  isSameRun: boolean,
): DeadChange {
  const { range, ...change } = refused;
  const last = dead.get(deadKey(change.lane, change.deviceId))?.ranges.at(-1);
  if (!isSameRun || last === undefined || last[1] >= range[0]) return { ...change, removed: [], added: [range] };
  return { ...change, removed: [[last[0], last[1]]], added: [[last[0], range[1], last[2] + range[2]]] };
}

/** Both changes as one, if the second only replaces what the first one added. */
export function mergedChange(first: DeadChange | undefined, second: DeadChange): DeadChange | undefined {
  if (first?.lane !== second.lane || first.deviceId !== second.deviceId) return undefined;
  const [added, removed] = [first.added, second.removed];
  if (added.length !== 1 || removed.length !== 1) return undefined;
  const isReplaced = added[0]?.[0] === removed[0]?.[0] && added[0]?.[1] === removed[0]?.[1];
  return isReplaced ? { ...second, removed: first.removed } : undefined;
}
