import type { YardCorner, YardPlace } from '../schema/system/yard.js';

/** Meters of a degree of latitude, on the sphere that maps use. */
const METERS_PER_DEGREE = 111_319.49;

/**
 * The corners of a picture on the map: upper left, upper right, lower right, lower left. A yard is small, so the earth
 * is flat here. `aspect`: height divided by width.
 */
export function yardCorners({ latitude, longitude, widthMeters, rotation }: YardPlace, aspect: number): YardCorner[] {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [halfWidth, halfHeight] = [widthMeters / 2, (widthMeters * aspect) / 2];
  const metersPerLongitude = METERS_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  return [
    [-halfWidth, halfHeight],
    [halfWidth, halfHeight],
    [halfWidth, -halfHeight],
    [-halfWidth, -halfHeight],
  ].map(([right = 0, up = 0]) => ({
    latitude: latitude + (up * cos - right * sin) / METERS_PER_DEGREE,
    longitude: longitude + (right * cos + up * sin) / metersPerLongitude,
  }));
}
