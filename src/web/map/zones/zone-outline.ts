import geographiclib from 'geographiclib-geodesic';
import { longitudeDifference, unwrap, wrap } from '../../../domain/zones/longitude.js';
import type { Circle, Corridor, Polygon, Position, Ring, Shape } from '../../../schema/zones/shape.js';
import { mercator, type WorldPoint } from '../../live/mercator.js';
import { alongEdges } from './along-edges.js';
import { middleOf } from './middle.js';

/** x and y of each point in turn, in the square of the projection; a zone across the antimeridian goes on beyond it. */
export type WorldLine = readonly number[];

/** A zone as the map draws it. */
export type ZoneOutline = {
  /** closed, without the first point again */
  readonly rings: readonly WorldLine[];
  /** `union`: the rings overlap, and only the edge of them all is an edge of the zone */
  readonly kind: 'rings' | 'union';
  /** the edges; a line that ends where it starts is closed */
  readonly edges: readonly WorldLine[];
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
  /** a point in the zone, for its name */
  readonly middle: WorldPoint;
};

/** Points of a circle, and of a large one, whose form is another in each latitude. */
const CIRCLE_POINTS = 72;
const LARGE_CIRCLE_POINTS = 240;
/** m */
const LARGE_RADIUS = 50_000;

export function zoneOutline(shape: Shape): ZoneOutline {
  switch (shape.type) {
    case 'circle':
      return circleOutline(shape);
    case 'polygon':
      return polygonOutline(shape);
    case 'corridor':
      return corridorOutline(shape);
  }
}

/** The place at a distance (m) in a direction (degrees from north); its longitude goes on from that of the start. */
export function placeAt([longitude, latitude]: Position, azimuth: number, meters: number): Position {
  const from = wrap(longitude);
  const { lat2 = latitude, lon2 = from } = geographiclib.Geodesic.WGS84.Direct(latitude, from, azimuth, meters);
  return [longitude + longitudeDifference(from, lon2), lat2];
}

/** The distance between two places, m. */
export const metersBetween = (a: Position, b: Position): number =>
  geographiclib.Geodesic.WGS84.Inverse(a[1], wrap(a[0]), b[1], wrap(b[0])).s12 ?? 0;

function circleOutline({ center, radius }: Circle): ZoneOutline {
  const line = circleLine(center, radius);
  const pole = center[1] < 0 ? -90 : 90;
  const [first, last] = [line[0] ?? center, line.at(-1) ?? center];
  const isAroundPole = Math.abs(last[0] - first[0]) > 180;
  const ring: readonly Position[] = isAroundPole ? [...line, [last[0], pole], [first[0], pole]] : line.slice(0, -1);
  return outlineOf([toWorld(ring)], 'rings', [toWorld(line)], mercator(center[1], center[0]));
}

/** From the side away from the nearer pole around the center and back, so that the line closes there. */
function circleLine(center: Position, radius: number): Position[] {
  const points = radius > LARGE_RADIUS ? LARGE_CIRCLE_POINTS : CIRCLE_POINTS;
  const start = center[1] < 0 ? 0 : 180;
  const line: Position[] = [];
  let longitude = center[0];
  for (let index = 0; index <= points; index++) {
    const place = placeAt(center, start + (360 * index) / points, radius);
    longitude += longitudeDifference(wrap(longitude), wrap(place[0]));
    line.push([longitude, place[1]]);
  }
  return line;
}

function polygonOutline({ coordinates: [outer = [], ...holes] }: Polygon): ZoneOutline {
  const first = alongEdges(unwrap(outer));
  const [west, east] = [Math.min(...first.map(([x]) => x)), Math.max(...first.map(([x]) => x))];
  const lines = [first, ...holes.map((hole) => alongEdges(nearTo((west + east) / 2, hole)))].map(toWorld);
  const rings = lines.map((line) => line.slice(0, -2));
  return outlineOf(rings, 'rings', lines, middleOf(rings));
}

/** The unwrapped ring, moved by whole turns to the longitude. */
function nearTo(longitude: number, ring: Ring): Position[] {
  const line = unwrap(ring);
  const turns = Math.round((longitude - (line[0]?.[0] ?? 0)) / 360);
  return line.map(([x, y]) => [x + 360 * turns, y]);
}

function corridorOutline({ coordinates, width }: Corridor): ZoneOutline {
  const line = unwrap(coordinates);
  const ends = line.map((vertex) => circleLine(vertex, width / 2).slice(0, -1));
  const sides = line.slice(1).map((to, index) => strip(alongEdges([line[index] ?? to, to]), width / 2));
  const rings = [...ends, ...sides].map(toWorld);
  const [longitude, latitude] = line[Math.floor((line.length - 1) / 2)] ?? [0, 0];
  return outlineOf(rings, 'union', rings, mercator(latitude, longitude));
}

/** Both sides of a line, in the direction in which a circle is drawn. */
function strip(line: readonly Position[], meters: number): Position[] {
  const azimuths = line.map((_place, index) => {
    const [from, to] = [line[Math.max(0, index - 1)], line[Math.min(line.length - 1, index + 1)]];
    return from === undefined || to === undefined ? 0 : directionOf(from, to);
  });
  const side = (turn: number): Position[] =>
    line.map((place, index) => placeAt(place, (azimuths[index] ?? 0) + turn, meters));
  return [...side(-90), ...side(90).reverse()];
}

/** Degrees from north: angles are those of the projection. */
function directionOf(from: Position, to: Position): number {
  const [a, b] = [mercator(from[1], from[0]), mercator(to[1], to[0])];
  return (Math.atan2(b.x - a.x, a.y - b.y) * 180) / Math.PI;
}

const toWorld = (line: readonly Position[]): number[] =>
  line.flatMap(([longitude, latitude]) => {
    const { x, y } = mercator(latitude, longitude);
    return [x, y];
  });

function outlineOf(
  rings: readonly WorldLine[],
  kind: ZoneOutline['kind'],
  edges: readonly WorldLine[],
  middle: WorldPoint,
): ZoneOutline {
  let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const ring of rings) {
    for (let index = 0; index + 1 < ring.length; index += 2) {
      const [x = 0, y = 0] = [ring[index], ring[index + 1]];
      [minX, maxX] = [Math.min(minX, x), Math.max(maxX, x)];
      [minY, maxY] = [Math.min(minY, y), Math.max(maxY, y)];
    }
  }
  return { rings, kind, edges, minX, maxX, minY, maxY, middle };
}
