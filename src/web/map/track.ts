import { createGapRule } from '../../domain/records/gap.js';
import type { Location } from '../../schema/records/location.js';
import type { TimeRange } from '../api/time-range.js';
import { mercator } from '../live/mercator.js';

/** The locations of a range, prepared for the position at a moment. */
export type Track = {
  /** ascending in time */
  readonly locations: readonly Location[];
  /** ms since 1970 */
  readonly times: readonly number[];
  /** degrees, continuous where the track crosses the 180th meridian */
  readonly longitudes: readonly number[];
  /** no line leads to these locations */
  readonly isAfterGap: readonly boolean[];
  /** times without records, also before the first and after the last location; ms since 1970 */
  readonly gaps: readonly Gap[];
};

export type Gap = Pick<TimeRange, 'from' | 'to'>;

/** Where the device is at a moment. */
export type TrackMoment = {
  readonly latitude: number;
  readonly longitude: number;
  /** direction of the track, degrees from north; undefined: it stands */
  readonly course: number | undefined;
  /** the newest location at the moment, whose values apply; undefined before the first one */
  readonly location: Location | undefined;
  /** the time without records that the moment is in: the device stands where it was */
  readonly gap: Gap | undefined;
};

export function createTrack(locations: readonly Location[], { from, to }: Gap): Track {
  const times = locations.map(({ dateTime }) => Date.parse(dateTime));
  const isGap = createGapRule(times);
  const isAfterGap = times.map((time, index) => {
    const before = times[index - 1];
    return before === undefined || isGap(before, time);
  });
  const borders = [from, ...times, to];
  const gaps = borders.flatMap((time, index): Gap[] => {
    const next = borders[index + 1];
    return next !== undefined && isGap(time, next) ? [{ from: time, to: next }] : [];
  });
  return { locations, times, longitudes: unwrap(locations), isAfterGap, gaps };
}

/** Adds whole turns, so that no step is longer than half of the world. */
function unwrap(locations: readonly Location[]): number[] {
  let turns = 0;
  return locations.map(({ longitude }, index) => {
    const before = locations[index - 1];
    if (before !== undefined) turns -= Math.round((longitude - before.longitude) / 360) * 360;
    return longitude + turns;
  });
}

/** The index of the last of the ascending times that is not after `at`; -1: none. */
export function indexAt(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The gap that a moment is in. Its edges are locations, which are not in it, or the edges of the range, which are. */
export function gapAt({ gaps, times }: Pick<Track, 'gaps' | 'times'>, at: number): Gap | undefined {
  const gap = gaps[indexAt(gapStarts(gaps), at)];
  if (gap === undefined || at > gap.to) return undefined;
  const [first = Infinity, last = -Infinity] = [times[0], times.at(-1)];
  const isInside = at > gap.from && at < gap.to;
  return isInside || at < first || at > last ? gap : undefined;
}

const startsOf = new WeakMap<readonly Gap[], readonly number[]>();

function gapStarts(gaps: readonly Gap[]): readonly number[] {
  let starts = startsOf.get(gaps);
  if (starts === undefined) startsOf.set(gaps, (starts = gaps.map(({ from }) => from)));
  return starts;
}

/** Shorter segments are noise of the receiver: degrees, about 3 m. */
const MIN_SEGMENT_DEGREES = 3e-5;

/** The position at a moment, between two locations on the line between them, but never in a gap; undefined without any. */
export function momentAt(track: Track, at: number): TrackMoment | undefined {
  const index = indexAt(track.times, at);
  const gap = gapAt(track, at);
  const before = pointAt(track, Math.max(0, index));
  const after = pointAt(track, index + 1);
  if (before === undefined) return undefined;
  const { latitude, longitude } = before;
  const location = track.locations[index];
  if (index < 0 || after === undefined || gap !== undefined || track.isAfterGap[index + 1] === true)
    return { latitude, longitude, course: undefined, location, gap };
  const share = (at - before.time) / (after.time - before.time);
  const [north, east] = [after.latitude - latitude, after.longitude - longitude];
  const isMoving = Math.hypot(north, east) >= MIN_SEGMENT_DEGREES;
  return {
    latitude: latitude + north * share,
    longitude: longitude + east * share,
    course: isMoving ? bearing(before, after) : undefined,
    location,
    gap,
  };
}

type Degrees = { readonly latitude: number; readonly longitude: number };

/** The direction on the map from one point to another, degrees from north, clockwise. */
function bearing(from: Degrees, to: Degrees): number {
  const [start, end] = [mercator(from.latitude, from.longitude), mercator(to.latitude, to.longitude)];
  return ((Math.atan2(end.x - start.x, start.y - end.y) * 180) / Math.PI + 360) % 360;
}

function pointAt({ locations, times, longitudes }: Track, index: number) {
  const [location, time, longitude] = [locations[index], times[index], longitudes[index]];
  return location === undefined || time === undefined || longitude === undefined
    ? undefined
    : { latitude: location.latitude, longitude, time };
}

/** The part of a track in a range, as latitudes and continuous longitudes. */
export function pointsBetween(track: Track, { from, to }: Gap): readonly (readonly [number, number])[] {
  const first = indexAt(track.times, from - 1) + 1;
  return track.locations
    .slice(first, indexAt(track.times, to) + 1)
    .map(({ latitude, longitude }, index) => [latitude, track.longitudes[first + index] ?? longitude]);
}
