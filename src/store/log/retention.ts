import type { Segment } from './segment.js';

/** How much history is kept: `days` since it arrived, `bytes` of the whole log; 0 for no limit. */
export type Retention = { readonly days: number; readonly bytes: number };

const DAY_MS = 86_400_000;
/** What says that it is older was stamped by a clock that had not been set. */
const EARLIEST_PLAUSIBLE = Date.UTC(2024, 0, 1);

/** When the last entry of the segment at `place` came at the latest: one stamped wrongly came before those after it. */
const arrivedBy = (segments: readonly Segment[], index: number): number =>
  segments.find((segment, at) => at >= index && segment.lastWrittenAt() >= EARLIEST_PLAUSIBLE)?.lastWrittenAt() ??
  Infinity;

/**
 * The segments that may go, oldest first. `covered`: the last entry that both generations of the snapshot hold; what
 * came after it must stay, since the state could not be made again without it. The newest segment always stays.
 * `now`: ms since 1970.
 */
export function segmentsToDrop(
  segments: readonly Segment[],
  { days, bytes }: Retention,
  covered: number,
  now: number,
): Segment[] {
  const oldest = days === 0 ? -Infinity : now - days * DAY_MS;
  let excess = bytes === 0 ? 0 : segments.reduce((sum, segment) => sum + segment.bytes(), 0) - bytes;
  const dropped: Segment[] = [];
  for (const [index, segment] of segments.slice(0, -1).entries()) {
    if (segment.last() > covered || (arrivedBy(segments, index) >= oldest && excess <= 0)) break;
    excess -= segment.bytes();
    dropped.push(segment);
  }
  return dropped;
}
