import { stepDistance } from '../zones/geodesic.js';

/** A location as trips need it. `ms` since 1970, speed in m/s, accuracy in m. */
export type TripFix = {
  readonly ms: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly speed: number | undefined;
  readonly accuracy: number | undefined;
};

/** A fix that counts. `isElsewhere`: it is beyond a jump that is believed, so nothing leads to it. */
export type CountedFix = TripFix & { readonly isElsewhere?: true };

/** A fix with what is known once its turn has come. `speed`: from two fixes where none was sent, undefined where none is known. */
export type PlacedFix = TripFix & {
  /** the zone that was entered last, of those that it is in */
  readonly zone: string | null;
};

/** Both ends included, ms since 1970. */
export type MsRange = { readonly from: number; readonly to: number };

/** From `from` to `to`; `isOver`: `to` is its end. Not cut off at a range. */
export type Span = { readonly from: number; readonly to: number; readonly isOver: boolean };

/** Slower is standing, m/s. */
const MOVING_SPEED = 1.5;

export const isSlow = ({ speed }: TripFix): boolean => speed === undefined || speed < MOVING_SPEED;

/** The speed is of two fixes at least this far apart: with less, the noise of a standing receiver looks like speed. */
const MIN_SPEED_MS = 10_000;

/** Gives fixes without a speed the speed since an earlier one. */
export type SpeedFinder = { older: TripFix | undefined; newer: TripFix | undefined };

/** The sent speed, or that of two fixes, m/s. Undefined: the first fix. */
export function findSpeed(finder: SpeedFinder, fix: TripFix): number | undefined {
  if (finder.newer === undefined) finder.newer = fix;
  else if (fix.ms - finder.newer.ms >= MIN_SPEED_MS) {
    finder.older = finder.newer;
    finder.newer = fix;
  }
  if (fix.speed !== undefined || finder.older === undefined) return fix.speed;
  return (stepDistance(finder.older, fix) / (fix.ms - finder.older.ms)) * 1000;
}

/** Of two fixes at the same time the same one always counts, whichever arrived first. */
export const isPreferred = (a: TripFix, b: TripFix): boolean =>
  a.latitude !== b.latitude
    ? a.latitude < b.latitude
    : a.longitude !== b.longitude
      ? a.longitude < b.longitude
      : (a.speed ?? -1) < (b.speed ?? -1);
