// Makes the world outline of the dashboard from Natural Earth at 1:50 million, which is in the public domain.
import { readFile } from 'node:fs/promises';
import { feature, mesh } from 'topojson-client';

/** Degrees; below the accuracy of the source, and a quarter smaller than with half of it. */
const STEP = 0.02;
/** Rings south of it only mark the pole. */
const POLE_LATITUDE = -89;
/** South of the square of the map's projection. */
const BOTTOM_LATITUDE = -86;

/** Without jumps from 180° to -180°: a line that crosses the antimeridian goes on beyond 180°. */
function unwrap(line) {
  let turns = 0;
  return line.map(([longitude, latitude], index) => {
    const step = index === 0 ? 0 : longitude - line[index - 1][0];
    if (Math.abs(step) > 180) turns += step > 0 ? -1 : 1;
    return [longitude + turns * 360, latitude];
  });
}

/** A ring around the pole is closed below the map; its sides lie where the next copy of the world starts. */
function closeAtPole(ring) {
  const [first, last] = [ring[0], ring.at(-1)];
  if (Math.abs(last[0] - first[0]) < 180) return ring;
  return [...ring, [last[0], BOTTOM_LATITUDE], [first[0], BOTTOM_LATITUDE]];
}

/** In steps: the first point, then the difference of each point from the previous one; without repeated points. */
function encode(line) {
  const numbers = [];
  let [x, y] = [0, 0];
  for (const [longitude, latitude] of line) {
    const [nextX, nextY] = [Math.round(longitude / STEP), Math.round(latitude / STEP)];
    if (numbers.length > 0 && nextX === x && nextY === y) continue;
    numbers.push(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  return numbers;
}

/** The text of `world.json`: rings of the land and lines of the borders, read by `src/web/map/outline/`. */
export async function worldOutline() {
  const world = JSON.parse(await readFile('node_modules/world-atlas/countries-50m.json', 'utf8'));
  const polygons = feature(world, world.objects.land).features.flatMap(({ geometry }) => geometry.coordinates);
  const rings = polygons.flat().filter((ring) => ring.some(([, latitude]) => latitude > POLE_LATITUDE));
  const borders = mesh(world, world.objects.countries, (a, b) => a !== b).coordinates;
  return JSON.stringify({
    step: STEP,
    land: rings.map((ring) => encode(closeAtPole(unwrap(ring)))).filter((numbers) => numbers.length >= 6),
    borders: borders.map((line) => encode(unwrap(line))),
  });
}
