import { stepDistance } from '../zones/geodesic.js';
import { longitudeDifference, wrap } from '../zones/longitude.js';
import type { TripFix } from './trip-fix.js';

/** The mean of places that are near each other, from their number and the sums of the degrees from the first one. */
export type MeanPlace = { readonly origin: TripFix; count: number; north: number; east: number };

export const startMean = (origin: TripFix): MeanPlace => ({ origin, count: 1, north: 0, east: 0 });

export function addToMean(mean: MeanPlace, { latitude, longitude }: TripFix): void {
  mean.count += 1;
  mean.north += latitude - mean.origin.latitude;
  mean.east += longitudeDifference(mean.origin.longitude, longitude);
}

/** Adds all places of another one. */
export function joinMean(mean: MeanPlace, { origin, count, north, east }: MeanPlace): void {
  mean.count += count;
  mean.north += north + count * (origin.latitude - mean.origin.latitude);
  mean.east += east + count * longitudeDifference(mean.origin.longitude, origin.longitude);
}

export const placeOf = ({ origin, count, north, east }: MeanPlace): { latitude: number; longitude: number } => ({
  latitude: origin.latitude + north / count,
  longitude: wrap(origin.longitude + east / count),
});

/** m from the mean */
export const distanceFrom = (mean: MeanPlace, fix: TripFix): number => stepDistance(placeOf(mean), fix);
