/** A point in the square of the Web Mercator projection: 0, 0 is the northwest corner, 1, 1 the southeast corner. */
export type WorldPoint = { readonly x: number; readonly y: number };

/** Latitude limit of the square, in degrees north and south. */
const MAX_LATITUDE = 85.0511287798;

/** From degrees (EPSG:3857, on a sphere). */
export function mercator(latitude: number, longitude: number): WorldPoint {
  const bounded = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  const sine = Math.sin((bounded * Math.PI) / 180);
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}
