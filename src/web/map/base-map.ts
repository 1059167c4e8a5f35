import { control, map as leafletMap, type Map as LeafletMap } from 'leaflet';
import type { MapView } from '../parts.js';

export type BaseMapOptions = { readonly element: HTMLElement; readonly view: MapView | undefined };

const FURTHEST_OUT = 2;
const FURTHEST_IN = 19;

/** An empty map of the world, with a scale; what is on it comes in layers. */
export function createBaseMap({ element, view }: BaseMapOptions): LeafletMap {
  const map = leafletMap(element, {
    minZoom: FURTHEST_OUT,
    maxZoom: FURTHEST_IN,
    worldCopyJump: true,
    attributionControl: false,
    maxBounds: [
      [-86, -720],
      [86, 720],
    ],
    // Who likes it still gets none.
    zoomAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  });
  control.scale({ imperial: false, maxWidth: 140 }).addTo(map);
  if (view === undefined) map.setView([30, 0], FURTHEST_OUT);
  else map.setView([view.latitude, view.longitude], view.zoom);
  return map;
}
