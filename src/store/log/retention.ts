import type { Segment } from './segment.js';

/** How much history is kept: `days` since it arrived, `bytes` of the whole log; 0: no limit. */
export type Retention = { readonly days: number; readonly bytes: number };

const DAY_MS = 86_400_000;
/** Earlier times come from a clock that was not set. */
const EARLIEST_PLAUSIBLE = Date.UTC(2024, 0, 1);

/** The latest time at which the segment's last entry can have arrived: with a wrong stamp, that of a later segment. */
const arrivedBy = (segments: readonly Segment[], index: number): number =>
  segments.find((segment, at) => at >= index && segment.lastWrittenAt() >= EARLIEST_PLAUSIBLE)?.lastWrittenAt() ??
  Infinity;

/**
 * The segments that exceed retention, oldest first. `covered`: the last entry in both snapshots; later entries stay,
 * because the state could not be rebuilt without them. The newest segment always stays. `now`: ms since 1970.
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
