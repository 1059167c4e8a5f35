import type { Palette } from '../palette.js';
import type { TileCoords } from './tile-coords.js';

/** Draws a tile on a canvas in CSS pixels. */
type DrawTile = (context: CanvasRenderingContext2D) => void;

/** Renders the tiles of an archive. */
export type TileRenderer = {
  /** the lowest map zoom with tiles */
  readonly minZoom: number;
  /** Resolves once the tile can be drawn; undefined: the archive has no such tile. Rejects if it cannot be read. */
  readonly load: (tile: TileCoords) => Promise<DrawTile | undefined>;
  /** applies a new theme; raster tiles have fixed colors */
  readonly recolor: (style: TileStyle) => void;
  readonly remove: () => void;
};

/** The theme, and the language of names. */
export type TileStyle = { readonly palette: Palette; readonly theme: 'light' | 'dark'; readonly language: string };
