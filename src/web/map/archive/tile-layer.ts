import { GridLayer, type Coords, type DoneCallback, type GridLayerOptions, type TileEvent } from 'leaflet';
import type { Tiles } from '../../../schema/system/map-archive.js';
import type { TileRenderer } from './tile-renderer.js';
import { windowWithin, TILE_PX } from './tile-coords.js';

export type TileLayerOptions = {
  readonly tiles: Tiles;
  readonly renderer: TileRenderer;
  readonly pane: string;
  /** called with the result of each tile */
  readonly onTile: (error: unknown) => void;
};

export type TileLayer = {
  readonly layer: GridLayer;
  /** redraws the tiles with the keys `x:y:z`, or all tiles */
  readonly redraw: (keys?: ReadonlySet<string>) => void;
};

type ShownTile = { readonly canvas: HTMLCanvasElement; readonly coords: Coords };

/** Tiles as canvases: Leaflet's image layer blanks tiles with a `data:` address, which the page forbids. */
export function createTileLayer({ tiles, renderer, pane, onTile }: TileLayerOptions): TileLayer {
  const { west, south, east, north } = tiles;
  const shown = new Map<HTMLElement, ShownTile>();

  async function draw({ canvas, coords }: ShownTile): Promise<void> {
    const paint = await renderer.load(coords);
    const context = canvas.getContext('2d');
    // The tile may have been removed meanwhile.
    if (context === null || paint === undefined || !shown.has(canvas)) return;
    const density = window.devicePixelRatio;
    canvas.width = canvas.height = Math.round(TILE_PX * density);
    context.scale(canvas.width / TILE_PX, canvas.height / TILE_PX);
    const { left, top, width, height } = windowWithin(coords, tiles);
    context.beginPath();
    context.rect(left * TILE_PX, top * TILE_PX, width * TILE_PX, height * TILE_PX);
    context.clip();
    paint(context);
  }

  function drawAndReport(shownTile: ShownTile, done?: DoneCallback): void {
    draw(shownTile).then(
      () => {
        onTile(undefined);
        done?.(undefined, shownTile.canvas);
      },
      (error: unknown) => {
        onTile(error);
        done?.(error instanceof Error ? error : new Error(String(error)), shownTile.canvas);
      },
    );
  }

  const Canvases = GridLayer.extend({
    createTile(coords: Coords, done: DoneCallback) {
      const canvas = document.createElement('canvas');
      const shownTile = { canvas, coords };
      shown.set(canvas, shownTile);
      drawAndReport(shownTile, done);
      return canvas;
    },
  }) as new (options: GridLayerOptions) => GridLayer;

  const layer = new Canvases({
    pane,
    minZoom: renderer.minZoom,
    bounds: [
      [south, west],
      [north, east],
    ],
    keepBuffer: 1,
  });
  layer.on('tileunload', ({ tile }: TileEvent) => shown.delete(tile));

  return {
    layer,
    redraw(keys) {
      for (const shownTile of shown.values()) {
        const { x, y, z } = shownTile.coords;
        if (keys?.has(`${x}:${y}:${z}`) ?? true) drawAndReport(shownTile);
      }
    },
  };
}
