import type { Map as LeafletMap } from 'leaflet';
import type { WorldPoint } from '../live/mercator.js';

/** The view passed to a drawing: CSS pixels from the map's upper left corner. */
export type DrawContext = {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
  readonly x: (point: WorldPoint) => number;
  readonly y: (point: WorldPoint) => number;
};

export type Overlay = { /** before the next paint */ readonly redraw: () => void; readonly remove: () => void };

export type OverlayOptions = {
  readonly map: LeafletMap;
  readonly requestFrame: (run: () => void) => void;
  readonly draw: (drawing: DrawContext) => void;
};

/** Pixels across the world at zoom 0. */
const WORLD_PX = 256;

/** A canvas over the map, redrawn when the map moves and on request, so that 500 trackers are one drawing. */
export function createOverlay({ map, requestFrame, draw }: OverlayOptions): Overlay {
  const canvas = document.createElement('canvas');
  canvas.className = 'map-overlay';
  canvas.setAttribute('aria-hidden', 'true');
  map.getContainer().append(canvas);
  const context = canvas.getContext('2d');
  let isScheduled = false;
  let disposed = false;

  function drawNow(): void {
    isScheduled = false;
    if (disposed || context === null) return;
    const { x: width, y: height } = map.getSize();
    const density = window.devicePixelRatio;
    const [wide, high] = [Math.round(width * density), Math.round(height * density)];
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
    }
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, width, height);
    const zoom = map.getZoom();
    const size = WORLD_PX * 2 ** zoom;
    const { x: left = 0, y: top = 0 } = map.getPixelBounds().min ?? {};
    draw({ context, width, height, zoom, x: (point) => point.x * size - left, y: (point) => point.y * size - top });
  }

  function redraw(): void {
    if (isScheduled) return;
    isScheduled = true;
    requestFrame(drawNow);
  }

  // During a zoom animation the canvas would not move with the map.
  const hide = (): void => {
    canvas.classList.add('is-hidden');
  };
  const show = (): void => {
    canvas.classList.remove('is-hidden');
    redraw();
  };
  map.on('move resize viewreset', redraw).on('zoomanim', hide).on('zoomend', show);
  redraw();

  return {
    redraw,
    remove() {
      disposed = true;
      map.off('move resize viewreset', redraw).off('zoomanim', hide).off('zoomend', show);
      canvas.remove();
    },
  };
}
