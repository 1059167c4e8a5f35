import { DomUtil, Point, type LatLng, type Map as LeafletMap, type ZoomAnimEvent } from 'leaflet';
import type { Palette } from '../palette.js';
import { drawOutline } from './draw-outline.js';
import { fetchOutline } from './read-outline.js';

export type OutlineLayer = { readonly redraw: () => void; readonly remove: () => void };

/** Drawn around the view, as a share of its size, so that the map can be dragged before it is drawn again. */
const PADDING = 0.4;
/** Pixels across the world at zoom 0. */
const WORLD_PX = 256;

/** Land and borders below all other layers; undefined if the gateway does not have them. */
export async function addOutline(map: LeafletMap, palette: () => Palette): Promise<OutlineLayer | undefined> {
  const outline = await fetchOutline();
  const pane = map.getPane('overlayPane');
  if (outline === undefined || pane === undefined) return undefined;
  const canvas = DomUtil.create('canvas', 'leaflet-zoom-animated', pane);
  canvas.setAttribute('aria-hidden', 'true');
  const context = canvas.getContext('2d');
  let drawn: { readonly northwest: LatLng; readonly zoom: number } | undefined;

  function draw(): void {
    if (context === null || outline === undefined) return;
    const padded = map.getSize().multiplyBy(1 + 2 * PADDING);
    const [width, height] = [Math.round(padded.x), Math.round(padded.y)];
    const topLeft = map.containerPointToLayerPoint(map.getSize().multiplyBy(-PADDING)).round();
    const zoom = map.getZoom();
    drawn = { northwest: map.layerPointToLatLng(topLeft), zoom };
    DomUtil.setTransform(canvas, topLeft, 1);
    const density = window.devicePixelRatio;
    canvas.width = width * density;
    canvas.height = height * density;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    context.setTransform(density, 0, 0, density, 0, 0);
    const { x: left, y: top } = map.getPixelOrigin().add(topLeft).multiplyBy(-1);
    drawOutline(context, outline, { width, height, size: WORLD_PX * 2 ** zoom, left, top, palette: palette() });
  }

  /** Moves the drawing to a view that is not drawn yet. */
  function moveTo(center: LatLng, zoom: number): void {
    if (drawn === undefined) return;
    const panePosition = DomUtil.getPosition(map.getPane('mapPane') ?? canvas);
    const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(panePosition);
    const position = map.project(drawn.northwest, zoom).subtract(origin);
    DomUtil.setTransform(canvas, new Point(position.x, position.y), map.getZoomScale(zoom, drawn.zoom));
  }
  const onZoom = (): void => {
    moveTo(map.getCenter(), map.getZoom());
  };
  const onZoomAnimation = ({ center, zoom }: ZoomAnimEvent): void => {
    moveTo(center, zoom);
  };

  map.on('moveend resize viewreset', draw).on('zoom', onZoom).on('zoomanim', onZoomAnimation);
  draw();
  return {
    redraw: draw,
    remove() {
      map.off('moveend resize viewreset', draw).off('zoom', onZoom).off('zoomanim', onZoomAnimation);
      canvas.remove();
    },
  };
}
