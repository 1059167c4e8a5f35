import { control, map as leafletMap, type Map as LeafletMap } from 'leaflet';
import type { MapView } from '../app-context.js';

export type BaseMapOptions = { readonly element: HTMLElement; readonly view: MapView | undefined };

const MIN_ZOOM = 2;
const MAX_ZOOM = 19;

/** An empty world map with a scale; layers add the content. */
export function createBaseMap({ element, view }: BaseMapOptions): LeafletMap {
  const map = leafletMap(element, {
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    worldCopyJump: true,
    attributionControl: false,
    maxBounds: [
      [-86, -720],
      [86, 720],
    ],
    // No animation for viewers who prefer reduced motion.
    zoomAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  });
  control.scale({ imperial: false, maxWidth: 140 }).addTo(map);
  if (view === undefined) map.setView([30, 0], MIN_ZOOM);
  else map.setView([view.latitude, view.longitude], view.zoom);
  return map;
}
