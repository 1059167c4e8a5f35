import type { Tile } from './pmtiles.js';
import { vectorTileOf, type TileFeature } from './vector-tile.js';

type Point = readonly [number, number];

const polygon = (kind: string, ...points: Point[]): TileFeature => ({ type: 'polygon', points, properties: { kind } });
const box = (kind: string, left: number, top: number, right: number, bottom: number): TileFeature =>
  polygon(kind, [left, top], [right, top], [right, bottom], [left, bottom]);
const line = (kind: string, name: string, ...points: Point[]): TileFeature => ({
  type: 'line',
  points,
  properties: { kind, name },
});

/** A town in the schema of Protomaps' basemaps that fills one tile: a lake in the southeast, roads, houses, a park, names. */
export const townTile = (place: Omit<Tile, 'bytes'>, name = 'Emmeloord'): Tile => ({
  ...place,
  bytes: vectorTileOf({
    earth: [box('earth', 0, 0, 4096, 4096)],
    landuse: [box('park', 300, 2300, 1500, 3500), box('industrial', 2700, 250, 3900, 1200)],
    water: [polygon('lake', [2500, 2500], [3900, 2300], [3950, 3900], [2300, 3700])],
    roads: [
      line('highway', 'A6', [0, 1700], [1800, 1600], [4096, 2100]),
      line('major_road', 'Lange Nering', [1900, 0], [2000, 1650], [1800, 4096]),
      line('minor_road', 'Nagelerweg', [0, 700], [1950, 750], [3900, 600]),
      line('rail', '', [0, 3900], [4096, 150]),
    ],
    buildings: Array.from({ length: 12 }, (_, n) =>
      box('building', 200 + n * 130, 850, 290 + n * 130, 1000 + (n % 3) * 60),
    ),
    places: [{ type: 'point', points: [[1200, 1300]], properties: { kind: 'locality', name } }],
  }),
});
