import type { Tiles } from '../../../schema/map-archive.js';
import { mercator } from '../../live/mercator.js';

/** Pixels of the page across a tile. */
export const TILE_PX = 256;

/** A tile: column from the west, row from the north. */
export type TilePlace = { readonly x: number; readonly y: number; readonly z: number };

/** A rectangle in a tile: from its north-west corner, in parts of the tile's side. */
export type Part = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

export const whole: Part = { left: 0, top: 0, width: 1, height: 1 };

/** The part of a tile that lies within the bounds of an archive. */
export function partWithin({ x, y, z }: TilePlace, { west, south, east, north }: Omit<Tiles, 'kind'>): Part {
  const side = 2 ** z;
  const [first, last] = [mercator(north, west), mercator(south, east)];
  const left = bounded(first.x * side - x);
  const top = bounded(first.y * side - y);
  return { left, top, width: bounded(last.x * side - x) - left, height: bounded(last.y * side - y) - top };
}

const bounded = (value: number): number => Math.max(0, Math.min(1, value));

/** Where a tile that is deeper than an archive goes is found in it: the tile above it, and which part of that. */
export function placeInArchive(
  { x, y, z }: TilePlace,
  deepest: number,
): { readonly tile: TilePlace; readonly part: Part } {
  if (z <= deepest) return { tile: { x, y, z }, part: whole };
  const across = 2 ** (z - deepest);
  const tile = { x: Math.floor(x / across), y: Math.floor(y / across), z: deepest };
  const size = 1 / across;
  return { tile, part: { left: (x % across) * size, top: (y % across) * size, width: size, height: size } };
}
