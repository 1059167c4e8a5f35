import geographiclib from 'geographiclib-geodesic';
import type { Position } from '../../schema/zones/shape.js';

const { WGS84, DISTANCE } = geographiclib.Geodesic;

/** The length of the shortest line between two positions on the WGS 84 ellipsoid, m. */
export const geodesicDistance = (a: Position, b: Position): number =>
  WGS84.Inverse(a[1], a[0], b[1], b[0], DISTANCE).s12 ?? NaN;

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
