import type { Map as LeafletMap } from 'leaflet';
import type { DeviceState } from '../live/device-state.js';
import { MARKER_STATES } from '../live/marker-state.js';
import { drawLabels, type PlacedName } from './draw-labels.js';
import { drawClusters, drawMarkers } from './draw-markers.js';
import { createOverlay, type DrawContext } from './overlay.js';
import type { Palette } from './palette.js';
import { nearestOf, placeMarkers, type PlacedMarker, type PlacedMarkers } from './place-markers.js';

/** The devices as markers and clusters, with their names. */
export type MarkersLayer = {
  readonly redraw: () => void;
  /** the device that is pointed at */
  readonly highlight: (id: string | undefined) => void;
  /** the device that the user has chosen */
  readonly select: (id: string | undefined) => void;
  readonly remove: () => void;
};

export type MarkersLayerOptions = {
  readonly map: LeafletMap;
  readonly requestFrame: (run: () => void) => void;
  readonly palette: () => Palette;
  readonly devices: () => Iterable<DeviceState>;
  readonly zoneNames: () => readonly PlacedName[];
  /** ms since 1970, by the gateway's clock */
  readonly now: () => number;
  /** undefined: a click on no device */
  readonly onSelect: (id: string | undefined) => void;
};

/** Zoom levels that a click on a cluster goes deeper. */
const CLUSTER_ZOOM_STEPS = 2;

export function createMarkersLayer(options: MarkersLayerOptions): MarkersLayer {
  const { map, requestFrame, palette, devices, zoneNames, now, onSelect } = options;
  let placed: PlacedMarkers = { markers: [], clusters: [] };
  let highlighted: string | undefined;
  let selected: string | undefined;
  const { redraw, remove } = createOverlay({
    map,
    requestFrame,
    draw(drawing) {
      const apart = new Set([selected, highlighted]);
      placed = placeMarkers(devices(), { view: drawing, now: now(), apart });
      drawPlaced(drawing, placed, { palette: palette(), apart, zones: zoneNames() });
    },
  });

  function highlight(id: string | undefined): void {
    if (id === highlighted) return;
    highlighted = id;
    redraw();
  }
  map.on('click', ({ containerPoint }) => {
    const marker = nearestOf(placed.markers, containerPoint);
    const cluster = marker === undefined ? nearestOf(placed.clusters, containerPoint) : undefined;
    if (cluster !== undefined) map.setZoomAround(containerPoint, map.getZoom() + CLUSTER_ZOOM_STEPS);
    else onSelect(marker?.tracked.id);
  });
  map.on('mousemove', ({ containerPoint }) => {
    const marker = nearestOf(placed.markers, containerPoint);
    const isPointing = marker !== undefined || nearestOf(placed.clusters, containerPoint) !== undefined;
    map.getContainer().classList.toggle('is-pointing', isPointing);
    highlight(marker?.tracked.id);
  });

  return {
    redraw,
    highlight,
    select(id) {
      if (id === selected) return;
      selected = id;
      redraw();
    },
    remove,
  };
}

type DrawPlacedOptions = {
  readonly palette: Palette;
  readonly apart: ReadonlySet<string | undefined>;
  readonly zones: readonly PlacedName[];
};

/** Selected and highlighted devices are on top, with their names. */
function drawPlaced(
  { context }: DrawContext,
  { markers, clusters }: PlacedMarkers,
  { palette, apart, zones }: DrawPlacedOptions,
): void {
  const first = markers.filter(({ tracked }) => apart.has(tracked.id));
  const others = markers.filter(({ tracked }) => !apart.has(tracked.id));
  drawClusters(context, clusters, palette);
  drawMarkers(context, others, { palette, onTop: first });
  drawLabels(context, { first, markers: byImportance(others), clusters, zones }, palette);
}

const byImportance = (markers: readonly PlacedMarker[]): readonly PlacedMarker[] =>
  MARKER_STATES.flatMap((state) => markers.filter((marker) => marker.state === state));
