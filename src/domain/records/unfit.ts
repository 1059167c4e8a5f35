import type { Location, Unfit } from '../../schema/records/location.js';
import { msOf } from '../clock/instant.js';
import { stepDistance } from '../zones/geodesic.js';

/**
 * Which fixes do not count, although their records do. Each fix passes here, so what most fixes need is cheap: no time is
 * read and no distance computed for one that is near the last one.
 */

/** Speed in m/s, accuracy in m. */
export type JudgedFix = {
  readonly latitude: number;
  readonly longitude: number;
  readonly speed?: number | undefined;
  readonly accuracy?: number | undefined;
};

/** m; a fix that is better than this is never vague */
const MIN_VAGUE = 100;
/** A vague fix is this many times less exact than the last one. */
const VAGUE_RATIO = 2;
/** m that the noise of a receiver takes at most, besides its accuracy */
const NOISE_METERS = 150;
/** m/s that no vehicle on the ground exceeds; an aircraft reports its speed */
const GROUND_SPEED = 100;
const AIR_SPEED = 350;
const IN_THE_AIR_ABOVE = 70;
/** A degree is nowhere longer, m. */
const MAX_DEGREE = 111_700;

/** Exactly 0,0 is what a receiver sends that has no fix. */
export const isNoFix = ({ latitude, longitude }: JudgedFix): boolean => latitude === 0 && longitude === 0;

/** The circle of a much less exact fix contains the place before: it adds nothing. */
export function isVague(fix: JudgedFix, before: JudgedFix): boolean {
  const { accuracy = 0 } = fix;
  if (accuracy <= MIN_VAGUE || accuracy < VAGUE_RATIO * (before.accuracy ?? 0)) return false;
  return stepDistance(before, fix) <= accuracy;
}

/** At least as far as the distance, m, without a square root or a cosine. */
const farthest = (a: JudgedFix, b: JudgedFix): number =>
  MAX_DEGREE * (Math.abs(a.latitude - b.latitude) + Math.abs(a.longitude - b.longitude));

/** It takes an impossible speed to get from one to the other in this time, ms. */
export function isJump(fix: JudgedFix, before: JudgedFix, ms: number): boolean {
  const speed = (fix.speed ?? 0) > IN_THE_AIR_ABOVE ? AIR_SPEED : GROUND_SPEED;
  const possible = NOISE_METERS + (fix.accuracy ?? 0) + (before.accuracy ?? 0) + (speed * Math.abs(ms)) / 1_000;
  return farthest(fix, before) > possible && stepDistance(before, fix) > possible;
}

const isJumpFrom = (location: Location, before: Location): boolean =>
  farthest(location, before) > NOISE_METERS &&
  isJump(location, before, msOf(location.dateTime) - msOf(before.dateTime));

/**
 * Why a fix does not count; undefined: it does. `last`: the last fix that counts; `doubt`: the last jump since. A jump is
 * believed once the next fix agrees with it. A fix from before the last one has no neighbors here.
 */
export function unfitOf(location: Location, last: Location | null | undefined, doubt?: Location): Unfit | undefined {
  if (isNoFix(location)) return 'noFix';
  if (last === undefined || last === null || location.dateTime < last.dateTime || isNoFix(last)) return undefined;
  if (isVague(location, last)) return 'vague';
  if (!isJumpFrom(location, last)) return undefined;
  // The same fix, sent again, is no second one.
  const isBelieved = doubt !== undefined && doubt.dateTime !== location.dateTime && !isJumpFrom(location, doubt);
  return isBelieved ? undefined : 'jump';
}

/**
 * The fix may be the place of an alert. A jump may: it is the newest thing that is known of a vehicle that may need help.
 * `last`: the last fix that counts, if known.
 */
export function canPlaceAlert(location: Location, last: Location | null | undefined): boolean {
  const unfit = unfitOf(location, last);
  return unfit === undefined || unfit === 'jump';
}

/** Of a location, what later fixes are compared with. */
export function placeOf({ dateTime, latitude, longitude, speed, accuracy }: Location): Location {
  const place: Location = { dateTime, latitude, longitude };
  if (speed !== undefined) place.speed = speed;
  if (accuracy !== undefined) place.accuracy = accuracy;
  return place;
}
