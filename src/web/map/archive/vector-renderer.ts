import type { PMTiles } from 'pmtiles';
import {
  Labelers,
  labelRules,
  paint,
  paintRules,
  PmtilesSource,
  TileCache,
  View,
  type PaintRule,
} from 'protomaps-leaflet';
import type { Tiles } from '../../../schema/system/map-archive.js';
import { flavorOf } from './flavor.js';
import type { TileStyle, TileRenderer } from './tile-renderer.js';
import { TILE_PX } from './tile-coords.js';

/** One archive tile is drawn as four map tiles. */
const LEVELS = 1;
/** px by which a name may extend from a neighboring tile */
const MARGIN_PX = 16;
/** Number of archive tiles whose names are laid out together: those of a wall screen. */
const MAX_LABELED_TILES = 64;

export type VectorRendererOptions = {
  readonly archive: PMTiles;
  readonly tiles: Tiles;
  readonly style: TileStyle;
  /** called with the keys `x:y:z` of tiles to redraw, because a name extends into them */
  readonly onStale: (keys: ReadonlySet<string>) => void;
};

/** Mapbox Vector Tiles in the schema of Protomaps' basemaps, names included. */
export function createVectorRenderer({ archive, tiles, style, onStale }: VectorRendererOptions): TileRenderer {
  // A new object per call, because it remembers every call.
  const source = { get: (tile: SourceTile, size: number) => new PmtilesSource(archive, false).get(tile, size) };
  const view = new View(new TileCache(source, TILE_PX << LEVELS), tiles.maxZoom, LEVELS);
  const scratch = document.createElement('canvas').getContext('2d');
  let rules: PaintRule[] = [];
  let labelers: Labelers | undefined;
  let background = '';

  function recolor(now: TileStyle): void {
    const flavor = flavorOf(now);
    rules = paintRules(flavor);
    ({ background } = flavor);
    if (scratch !== null)
      labelers = new Labelers(scratch, labelRules(flavor, now.language), MAX_LABELED_TILES, onStale);
  }
  recolor(style);

  return {
    minZoom: tiles.minZoom === 0 ? 0 : tiles.minZoom + LEVELS,
    async load({ x, y, z }) {
      const prepared = await view.getDisplayTile({ x, y, z });
      if (prepared.data.size === 0) return undefined;
      return (context) => {
        const byName = new Map([['', [prepared]]]);
        labelers?.add(z, byName);
        const origin = prepared.origin.clone();
        [origin.x, origin.y] = [x * TILE_PX, y * TILE_PX];
        const box = {
          minX: origin.x - MARGIN_PX,
          minY: origin.y - MARGIN_PX,
          maxX: origin.x + TILE_PX + MARGIN_PX,
          maxY: origin.y + TILE_PX + MARGIN_PX,
        };
        context.fillStyle = background;
        context.fillRect(0, 0, TILE_PX, TILE_PX);
        paint(context, z, byName, labelers?.getIndex(z) ?? null, rules, box, origin, false);
      };
    },
    recolor,
    remove: () => undefined,
  };
}

type SourceTile = Parameters<PmtilesSource['get']>[0];
