import type { Tiles } from '../../../schema/system/map-archive.js';
import { mercator } from '../../live/mercator.js';

/** Width of a tile in CSS pixels. */
export const TILE_PX = 256;

/** A tile by column from the west and row from the north. */
export type TileCoords = { readonly x: number; readonly y: number; readonly z: number };

/** A rectangle in a tile, from its northwest corner, in fractions of the tile's side. */
export type TileWindow = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

const WHOLE_TILE: TileWindow = { left: 0, top: 0, width: 1, height: 1 };

/** The part of a tile that lies within the bounds of an archive. */
export function windowWithin({ x, y, z }: TileCoords, { west, south, east, north }: Omit<Tiles, 'kind'>): TileWindow {
  const side = 2 ** z;
  const [first, last] = [mercator(north, west), mercator(south, east)];
  const left = clampToTile(first.x * side - x);
  const top = clampToTile(first.y * side - y);
  return { left, top, width: clampToTile(last.x * side - x) - left, height: clampToTile(last.y * side - y) - top };
}

const clampToTile = (value: number): number => Math.max(0, Math.min(1, value));

/** For a tile deeper than the archive: the parent tile in the archive, and the part of it. */
export function toArchiveTile(
  { x, y, z }: TileCoords,
  maxZoom: number,
): { readonly tile: TileCoords; readonly area: TileWindow } {
  if (z <= maxZoom) return { tile: { x, y, z }, area: WHOLE_TILE };
  const across = 2 ** (z - maxZoom);
  const tile = { x: Math.floor(x / across), y: Math.floor(y / across), z: maxZoom };
  const size = 1 / across;
  return { tile, area: { left: (x % across) * size, top: (y % across) * size, width: size, height: size } };
}
