import type { Segment } from './segment.js';

/**
 * How much history is kept: `days` since it arrived, `bytes` of the whole log; 0: no limit. `uplinkBytes`: what may be kept
 * beyond both until the uplinks have forwarded it; left out: nothing.
 */
export type Retention = { readonly days: number; readonly bytes: number; readonly uplinkBytes?: number };

const DAY_MS = 86_400_000;
/** Earlier times come from a clock that was not set. */
const EARLIEST_PLAUSIBLE = Date.UTC(2024, 0, 1);

/** The latest time at which the segment's last entry can have arrived: with a wrong stamp, that of a later segment. */
const arrivedBy = (segments: readonly Segment[], index: number): number =>
  segments.find((segment, at) => at >= index && segment.lastWrittenAt() >= EARLIEST_PLAUSIBLE)?.lastWrittenAt() ??
  Infinity;

/** The part of `excess`, segments from the oldest on, that is dropped although it is needed from entry `neededFrom` on. */
function withoutHeld(excess: readonly Segment[], neededFrom: number, bytes: number): readonly Segment[] {
  const first = excess.findIndex((segment) => segment.last() >= neededFrom);
  if (first < 0) return excess;
  let held = excess.slice(first).reduce((sum, segment) => sum + segment.bytes(), 0);
  let end = first;
  for (; held > bytes; end += 1) held -= excess[end]?.bytes() ?? held;
  return excess.slice(0, end);
}

/**
 * The segments that exceed retention, oldest first. `covered`: the last entry in both snapshots; later entries stay,
 * because the state could not be rebuilt without them. The newest segment always stays. `now`: ms since 1970.
 * `neededFrom`: the first entry that an uplink still needs.
 */
export function segmentsToDrop(
  segments: readonly Segment[],
  { days, bytes, uplinkBytes = 0 }: Retention,
  covered: number,
  now: number,
  neededFrom = Infinity,
): readonly Segment[] {
  const oldest = days === 0 ? -Infinity : now - days * DAY_MS;
  let excess = bytes === 0 ? 0 : segments.reduce((sum, segment) => sum + segment.bytes(), 0) - bytes;
  const dropped: Segment[] = [];
  for (const [index, segment] of segments.slice(0, -1).entries()) {
    if (segment.last() > covered || (arrivedBy(segments, index) >= oldest && excess <= 0)) break;
    excess -= segment.bytes();
    dropped.push(segment);
  }
  return withoutHeld(dropped, neededFrom, uplinkBytes);
}
