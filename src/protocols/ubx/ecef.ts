/** WGS 84: semi-major axis in m, and first eccentricity squared. */
const A = 6_378_137;
const E2 = 6.694_379_990_141_33e-3;
/** Enough for 1 mm up to the height of satellites. */
const ITERATIONS = 6;
const DEGREES = 180 / Math.PI;
/** Limits of a height above the ellipsoid, m: beyond them, the coordinates are not those of a receiver. */
const MIN_HEIGHT = -20_000;
const MAX_HEIGHT = 100_000;

export type Vector = readonly [x: number, y: number, z: number];
export type Geodetic = { readonly latitude: number; readonly longitude: number; readonly height: number };

/** Converts earth-centered coordinates in m to degrees and the height above the ellipsoid; undefined if far from the surface. */
export function toGeodetic([x, y, z]: Vector): Geodetic | undefined {
  const fromAxis = Math.hypot(x, y);
  let latitude = Math.atan2(z, fromAxis * (1 - E2));
  let height = 0;
  for (let round = 0; round < ITERATIONS; round += 1) {
    const sine = Math.sin(latitude);
    const normal = A / Math.sqrt(1 - E2 * sine * sine);
    // Unlike a division by the cosine, this also holds at the poles.
    height = fromAxis * Math.cos(latitude) + z * sine - A * Math.sqrt(1 - E2 * sine * sine);
    latitude = Math.atan2(z, fromAxis * (1 - (E2 * normal) / (normal + height)));
  }
  if (!(height >= MIN_HEIGHT && height <= MAX_HEIGHT)) return undefined;
  return { latitude: latitude * DEGREES, longitude: Math.atan2(y, x) * DEGREES, height };
}

/** Horizontal speed in the unit of the velocity, and course in degrees, at a position. */
export function toSpeedAndCourse([x, y, z]: Vector, at: Geodetic): { readonly speed: number; readonly course: number } {
  const [latitude, longitude] = [at.latitude / DEGREES, at.longitude / DEGREES];
  const outward = x * Math.cos(longitude) + y * Math.sin(longitude);
  const east = y * Math.cos(longitude) - x * Math.sin(longitude);
  const north = z * Math.cos(latitude) - outward * Math.sin(latitude);
  return { speed: Math.hypot(north, east), course: (Math.atan2(east, north) * DEGREES + 360) % 360 };
}
