import type { Segment } from './segment.js';

/**
 * How much history is kept: `days` since it arrived, `bytes` of the whole log; 0: no limit. `uplinkBytes`: what may be kept
 * beyond both until the uplinks have forwarded it; left out: nothing.
 */
export type Retention = { readonly days: number; readonly bytes: number; readonly uplinkBytes?: number };

const DAY_MS = 86_400_000;
/** Earlier times come from a clock that was not set. */
export const EARLIEST_PLAUSIBLE = Date.UTC(2024, 0, 1);

/**
 * The latest time at which the last entry of each segment can have arrived: no later than that of the segments after it. The
 * stamps of a clock that ran behind are left out; those of one that ran ahead do not count as soon as it was set.
 */
function arrivalTimes(segments: readonly Segment[]): number[] {
  let earliest = Infinity;
  return segments
    .map((segment) => segment.lastWrittenAt())
    .reverse()
    .map((ms) => (earliest = ms >= EARLIEST_PLAUSIBLE ? Math.min(earliest, ms) : earliest))
    .reverse();
}

/** A limit has at least this many segments, because only whole ones are deleted. */
const SEGMENTS_PER_LIMIT = { days: 24, bytes: 8 } as const;
const MIN_SEGMENT_BYTES = 4_096;

/** When the newest segment is closed: before it is a notable part of what `retention` keeps, and after a day at most. */
export function segmentLimits(
  { days, bytes }: Retention,
  segmentBytes: number,
): { readonly ageMs: number; readonly bytes: number } {
  const share = Math.max(MIN_SEGMENT_BYTES, bytes / SEGMENTS_PER_LIMIT.bytes);
  return {
    ageMs: days === 0 ? Infinity : Math.min(DAY_MS, (days * DAY_MS) / SEGMENTS_PER_LIMIT.days),
    bytes: bytes === 0 ? segmentBytes : Math.min(segmentBytes, share),
  };
}

/** The newest segment has to be closed, so that retention can delete it. `firstAt`: ms since 1970, NaN: not known. */
export const isSegmentDue = (
  newest: { readonly bytes: number; readonly firstAt: number },
  limits: ReturnType<typeof segmentLimits>,
  now: number,
): boolean =>
  // A time in the future is that of a clock that ran ahead.
  newest.bytes > 0 && (newest.bytes >= limits.bytes || Math.abs(now - newest.firstAt) > limits.ageMs);

/**
 * What the closed segments may keep, so that the whole log stays within its limits: the newest segment grows to its limit,
 * and the first entry of a segment is older than its last one.
 */
export function limitsOfClosed(retention: Retention, segmentBytes: number, newestBytes: number): Retention {
  const { days, bytes } = retention;
  const limits = segmentLimits(retention, segmentBytes);
  return {
    ...retention,
    days: days === 0 ? 0 : days - limits.ageMs / DAY_MS,
    bytes: bytes === 0 ? 0 : Math.max(1, bytes - Math.max(0, limits.bytes - newestBytes)),
  };
}

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
  const arrivedBy = arrivalTimes(segments);
  const dropped: Segment[] = [];
  for (const [index, segment] of segments.slice(0, -1).entries()) {
    if (segment.last() > covered || ((arrivedBy[index] ?? Infinity) >= oldest && excess <= 0)) break;
    excess -= segment.bytes();
    dropped.push(segment);
  }
  return withoutHeld(dropped, neededFrom, uplinkBytes);
}
