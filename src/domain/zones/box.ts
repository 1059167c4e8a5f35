import { RADIANS } from './geodesic.js';
import { wrap } from './longitude.js';

/** Degrees; `east` may exceed 180 where the box crosses the antimeridian. */
export type Box = { readonly west: number; readonly south: number; readonly east: number; readonly north: number };

/** A degree of latitude is nowhere shorter, m. */
const MIN_DEGREE = 110_500;
/** The ellipsoid is no sphere: what is computed on one gets this margin. */
const MARGIN = 1.01;

/** Degrees of latitude that `meters` never exceed. */
export const latitudeMargin = (meters: number): number => meters / MIN_DEGREE;

/** The same of longitude, from a place at this latitude; 180: a pole is within reach. */
export function longitudeMargin(latitude: number, meters: number): number {
  const reach = latitudeMargin(meters);
  if (Math.abs(latitude) + reach >= 90) return 180;
  const ratio = Math.sin(reach * RADIANS) / Math.cos(latitude * RADIANS);
  return Math.min(180, (Math.asin(Math.min(1, ratio)) / RADIANS) * MARGIN);
}

/** A box that contains every place within `meters` of the given one. */
export function growBox({ west, south, east, north }: Box, meters: number): Box {
  if (meters === 0) return { west, south, east, north };
  const margin = latitudeMargin(meters);
  const longitudes = longitudeMargin(Math.max(Math.abs(south), Math.abs(north)), meters);
  const isAround = longitudes >= 180 || east - west + 2 * longitudes >= 360;
  return {
    west: isAround ? -180 : west - longitudes,
    south: Math.max(-90, south - margin),
    east: isAround ? 180 : east + longitudes,
    north: Math.min(90, north + margin),
  };
}

/** The same area from −180 to 180: a box that crosses the antimeridian in two parts. */
export function splitBox({ west, south, east, north }: Box): Box[] {
  if (east - west >= 360) return [{ west: -180, south, east: 180, north }];
  const start = wrap(west);
  const end = start + (east - west);
  if (end <= 180) return [{ west: start, south, east: end, north }];
  return [
    { west: start, south, east: 180, north },
    { west: -180, south, east: end - 360, north },
  ];
}

export function boxOf(line: readonly (readonly [number, number])[]): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude, latitude] of line) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return { west, south, east, north };
}
