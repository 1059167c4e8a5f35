import { GridLayer, type Coords, type DoneCallback, type GridLayerOptions, type TileEvent } from 'leaflet';
import type { Tiles } from '../../../schema/map-archive.js';
import type { Painter } from './painter.js';
import { partWithin, TILE_PX } from './tile-place.js';

export type TileLayerOptions = {
  readonly tiles: Tiles;
  readonly painter: Painter;
  readonly pane: string;
  /** hears how each tile came out */
  readonly onTile: (error: unknown) => void;
};

export type TileLayer = {
  readonly layer: GridLayer;
  /** those of the keys `x:y:z`, or all, once more */
  readonly redraw: (keys?: ReadonlySet<string>) => void;
};

type Shown = { readonly canvas: HTMLCanvasElement; readonly place: Coords };

/** Tiles as canvases: Leaflet's own layer of pictures blanks them with a `data:` address, which the page forbids. */
export function createTileLayer({ tiles, painter, pane, onTile }: TileLayerOptions): TileLayer {
  const { west, south, east, north } = tiles;
  const shown = new Map<HTMLElement, Shown>();

  async function draw({ canvas, place }: Shown): Promise<void> {
    const paint = await painter.load(place);
    const context = canvas.getContext('2d');
    // It may be out of sight by now.
    if (context === null || paint === undefined || !shown.has(canvas)) return;
    const density = window.devicePixelRatio;
    canvas.width = canvas.height = Math.round(TILE_PX * density);
    context.scale(canvas.width / TILE_PX, canvas.height / TILE_PX);
    const { left, top, width, height } = partWithin(place, tiles);
    context.beginPath();
    context.rect(left * TILE_PX, top * TILE_PX, width * TILE_PX, height * TILE_PX);
    context.clip();
    paint(context);
  }

  function drawAndTell(one: Shown, done?: DoneCallback): void {
    draw(one).then(
      () => {
        onTile(undefined);
        done?.(undefined, one.canvas);
      },
      (error: unknown) => {
        onTile(error);
        done?.(error instanceof Error ? error : new Error(String(error)), one.canvas);
      },
    );
  }

  const Canvases = GridLayer.extend({
    createTile(place: Coords, done: DoneCallback) {
      const canvas = document.createElement('canvas');
      const one = { canvas, place };
      shown.set(canvas, one);
      drawAndTell(one, done);
      return canvas;
    },
  }) as new (options: GridLayerOptions) => GridLayer;

  const layer = new Canvases({
    pane,
    minZoom: painter.leastZoom,
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
      for (const one of shown.values()) {
        const { x, y, z } = one.place;
        if (keys?.has(`${x}:${y}:${z}`) ?? true) drawAndTell(one);
      }
    },
  };
}
