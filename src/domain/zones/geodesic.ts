import geographiclib from 'geographiclib-geodesic';
import type { Position } from '../../schema/zones/shape.js';
import { longitudeDifference } from './longitude.js';

const { WGS84, DISTANCE } = geographiclib.Geodesic;

/** The length of the shortest line between two positions on the WGS 84 ellipsoid, m. */
export const geodesicDistance = (a: Position, b: Position): number =>
  WGS84.Inverse(a[1], a[0], b[1], b[0], DISTANCE).s12 ?? NaN;

/** The area of a ring on the ellipsoid, whichever way it goes around, m². */
export function ringArea(ring: readonly Position[]): number {
  const polygon = WGS84.Polygon(false);
  for (const [longitude, latitude] of ring) polygon.AddPoint(latitude, longitude);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}

export const RADIANS = Math.PI / 180;
/** Equatorial radius, m, and the square of the eccentricity of WGS 84. */
const RADIUS = WGS84.a;
const ECCENTRICITY_2 = WGS84.f * (2 - WGS84.f);

/** A point on the ellipsoid in space, m from the center of the Earth. */
export type SpacePoint = readonly [x: number, y: number, z: number];

export function toSpace(longitude: number, latitude: number): SpacePoint {
  const sin = Math.sin(latitude * RADIANS);
  const cos = Math.cos(latitude * RADIANS);
  const normal = RADIUS / Math.sqrt(1 - ECCENTRICITY_2 * sin * sin);
  return [
    normal * cos * Math.cos(longitude * RADIANS),
    normal * cos * Math.sin(longitude * RADIANS),
    normal * (1 - ECCENTRICITY_2) * sin,
  ];
}

/** Grows with the distance on the ellipsoid, and takes a tenth of the time: for comparisons. */
export const chordSquared = (a: SpacePoint, b: SpacePoint): number =>
  (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

type LatLong = { readonly latitude: number; readonly longitude: number };

/** Between these limits the radii of curvature give the distance within 0.01 %. */
const MAX_SHORT_LATITUDE = 85;
const MAX_SHORT_DEGREES = 0.5;

/**
 * The length of the shortest line on the WGS 84 ellipsoid, m: for steps of some km by the radii of curvature halfway, in a
 * fiftieth of the time.
 */
export function stepDistance(a: LatLong, b: LatLong): number {
  const latitude = (a.latitude + b.latitude) / 2;
  const north = b.latitude - a.latitude;
  const east = longitudeDifference(a.longitude, b.longitude);
  const isShort = Math.abs(north) < MAX_SHORT_DEGREES && Math.abs(east) < MAX_SHORT_DEGREES;
  if (!isShort || Math.abs(latitude) > MAX_SHORT_LATITUDE)
    return geodesicDistance([a.longitude, a.latitude], [b.longitude, b.latitude]);
  const sin = Math.sin(latitude * RADIANS);
  const squared = 1 - ECCENTRICITY_2 * sin * sin;
  const normal = RADIUS / Math.sqrt(squared);
  const meridian = (normal * (1 - ECCENTRICITY_2)) / squared;
  const x = east * RADIANS * normal * Math.sqrt(1 - sin * sin);
  const y = north * RADIANS * meridian;
  return Math.sqrt(x * x + y * y);
}
