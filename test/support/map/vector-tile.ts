import { varint } from './pmtiles.js';

/** Units across a tile. */
const EXTENT = 4096;

type Point = readonly [number, number];
export type TileFeature = {
  readonly type: 'point' | 'line' | 'polygon';
  /** in units of the tile, from its north-west corner; polygons clockwise, their end left out */
  readonly points: readonly Point[];
  readonly properties: Readonly<Record<string, string>>;
};

/** A Mapbox Vector Tile (version 2.1 of its specification) of named layers. */
export const vectorTileOf = (layers: Readonly<Record<string, readonly TileFeature[]>>): Buffer =>
  Buffer.from(Object.entries(layers).flatMap(([name, features]) => field(3, layerOf(name, features))));

function layerOf(name: string, features: readonly TileFeature[]): number[] {
  const keys = [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))];
  const values = [...new Set(features.flatMap(({ properties }) => Object.values(properties)))];
  return [
    ...number(15, 2),
    ...field(1, text(name)),
    ...features.flatMap((feature) => field(2, featureOf(feature, keys, values))),
    ...keys.flatMap((key) => field(3, text(key))),
    ...values.flatMap((value) => field(4, field(1, text(value)))),
    ...number(5, EXTENT),
  ];
}

function featureOf({ type, points, properties }: TileFeature, keys: string[], values: string[]): number[] {
  const tags = Object.entries(properties).flatMap(([key, value]) => [keys.indexOf(key), values.indexOf(value)]);
  return [
    ...field(2, tags.flatMap(varint)),
    ...number(3, { point: 1, line: 2, polygon: 3 }[type]),
    ...field(4, geometryOf(type, points).flatMap(varint)),
  ];
}

/** Commands with their counts, then zigzag differences: 1 moves, 2 draws, 7 closes. */
function geometryOf(type: TileFeature['type'], points: readonly Point[]): number[] {
  const moves = points.map(([x, y], place) => {
    const [fromX, fromY] = points[place - 1] ?? [0, 0];
    return [zigzag(x - fromX), zigzag(y - fromY)];
  });
  const [first = [], ...rest] = moves;
  const lines = rest.length === 0 ? [] : [2 + rest.length * 8, ...rest.flat()];
  return [1 + 8, ...first, ...lines, ...(type === 'polygon' ? [7 + 8] : [])];
}

const zigzag = (value: number): number => (value < 0 ? -value * 2 - 1 : value * 2);
const text = (value: string): number[] => [...Buffer.from(value)];
/** Protocol Buffers: a field of bytes, and one that is a number. */
const field = (id: number, bytes: readonly number[]): number[] => [
  ...varint(id * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
];
const number = (id: number, value: number): number[] => [...varint(id * 8), ...varint(value)];
