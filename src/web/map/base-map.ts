import { control, map as leafletMap, type Map as LeafletMap } from 'leaflet';
import type { MapView } from '../app-context.js';
import type { UnitSystem } from '../format/quantity.js';

export type BaseMapOptions = {
  readonly element: HTMLElement;
  readonly view: MapView | undefined;
  readonly units: UnitSystem;
};

const MIN_ZOOM = 2;
const MAX_ZOOM = 19;

/** An empty world map with a scale; layers add the content. */
export function createBaseMap({ element, view, units }: BaseMapOptions): LeafletMap {
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
  control.scale({ metric: units === 'metric', imperial: units === 'imperial', maxWidth: 140 }).addTo(map);
  if (view === undefined) map.setView([30, 0], MIN_ZOOM);
  else map.setView([view.latitude, view.longitude], view.zoom);
  return map;
}
