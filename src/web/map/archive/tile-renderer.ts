import type { Palette } from '../palette.js';
import type { TileCoords } from './tile-coords.js';

/** Draws a tile on a canvas whose unit is a pixel of the page. */
export type DrawTile = (context: CanvasRenderingContext2D) => void;

/** What makes pictures of an archive's tiles. */
export type TileRenderer = {
  /** the lowest zoom of the map at which there is something */
  readonly minZoom: number;
  /** Resolves once the tile can be drawn; undefined: the archive has none there. Rejects when it can not be read. */
  readonly load: (tile: TileCoords) => Promise<DrawTile | undefined>;
  /** other colours from now on; nothing for pictures, which have their own */
  readonly recolor: (style: TileStyle) => void;
  readonly remove: () => void;
};

/** What the page looks like, and which language names are wanted in. */
export type TileStyle = { readonly palette: Palette; readonly theme: 'light' | 'dark'; readonly language: string };
