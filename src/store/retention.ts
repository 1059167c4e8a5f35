import type { Segment } from './segment.js';

/** How much history is kept: `days` since it arrived, `bytes` of the whole log; 0 for no limit. */
export type Retention = { readonly days: number; readonly bytes: number };

const DAY_MS = 86_400_000;

/**
 * The segments that may go, oldest first. `covered`: the last entry that both generations of the snapshot hold; what
 * came after it must stay, since the state could not be made again without it. The newest segment always stays.
 * `now`: ms since 1970.
 */
export function expendable(
  segments: readonly Segment[],
  { days, bytes }: Retention,
  covered: number,
  now: number,
): Segment[] {
  const oldest = days === 0 ? -Infinity : now - days * DAY_MS;
  let excess = bytes === 0 ? 0 : segments.reduce((sum, segment) => sum + segment.bytes(), 0) - bytes;
  const going: Segment[] = [];
  for (const segment of segments.slice(0, -1)) {
    if (segment.last() > covered || (segment.until() >= oldest && excess <= 0)) break;
    excess -= segment.bytes();
    going.push(segment);
  }
  return going;
}
