import type { Palette } from '../palette.js';
import type { TilePlace } from './tile-place.js';

/** Draws a tile on a canvas whose unit is a pixel of the page. */
export type Paint = (context: CanvasRenderingContext2D) => void;

/** What makes pictures of an archive's tiles. */
export type Painter = {
  /** the lowest zoom of the map at which there is something */
  readonly leastZoom: number;
  /** Resolves once the tile can be drawn; undefined: the archive has none there. Rejects when it can not be read. */
  readonly load: (place: TilePlace) => Promise<Paint | undefined>;
  /** other colours from now on; nothing for pictures, which have their own */
  readonly recolour: (look: Look) => void;
  readonly remove: () => void;
};

/** What the page looks like, and which language names are wanted in. */
export type Look = { readonly palette: Palette; readonly theme: 'light' | 'dark'; readonly language: string };
