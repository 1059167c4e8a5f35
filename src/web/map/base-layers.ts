import type { Map as LeafletMap } from 'leaflet';
import { effect } from '@preact/signals';
import type { AppContext } from '../app-context.js';
import { addArchive } from './archive/add-archive.js';
import type { ArchiveState } from './archive/archive-state.js';
import { createBaseMap } from './base-map.js';
import { drawGrid } from './grid.js';
import { addOutline, type OutlineLayer } from './outline/outline-layer.js';
import { createOverlay } from './overlay.js';
import { labelZoom } from './label-zoom.js';
import { paletteOf, type Palette } from './palette.js';
import { addYard } from './yard-layer.js';
import { addZones, type AddZonesOptions } from './zones/add-zones.js';

/** A map with the common layers: land, borders, archive tiles, grid, zones and scale in the colors of the theme. */
export type BaseLayers = {
  readonly map: LeafletMap;
  readonly palette: () => Palette;
  readonly remove: () => void;
};

export type BaseLayersOptions = Pick<AppContext, 'api' | 'clock' | 'activeTheme' | 'preferences' | 'zoneStore'> & {
  readonly element: HTMLElement;
  readonly view?: AppContext['mapView']['current'];
  /** runs before the world outline, which is slow to draw */
  readonly waitFor?: Promise<unknown>;
  /** called when the colors have changed */
  readonly onRecolor: () => void;
  /** called when the state of the archive has changed */
  readonly onArchive: (state: ArchiveState) => void;
  readonly zones?: Pick<AddZonesOptions, 'onNames' | 'isDrawn'>;
};

export function createBaseLayers({
  element,
  view,
  waitFor,
  onRecolor,
  onArchive,
  zones: zoneOptions,
  ...app
}: BaseLayersOptions): BaseLayers {
  const { api, clock, activeTheme, preferences } = app;
  const map = createBaseMap({ element, view, units: preferences.units.peek() });
  let colors = paletteOf(element);
  const palette = (): Palette => colors;
  let outline: OutlineLayer | undefined;
  const yard = addYard({ map, api, requestFrame: clock.requestFrame, waitFor });
  const grid = createOverlay({ map, requestFrame: clock.requestFrame, draw: drawGrid(map, palette) });
  const zones = addZones({ ...app, ...zoneOptions, map, palette, waitFor });
  let disposed = false;
  // Without the outline, the grid still shows the position.
  Promise.resolve(waitFor)
    .then(() => (disposed ? undefined : addOutline(map, palette)))
    .then(
      (added) => {
        outline = added;
      },
      () => undefined,
    );
  const archive = addArchive({
    map,
    api,
    style: () => ({ palette: colors, theme: activeTheme.peek(), language: preferences.language.peek() }),
    onState: onArchive,
  });
  const stopLabels = labelZoom(map, preferences.language);
  const resizeObserver = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resizeObserver.observe(element);
  let drawnTheme = activeTheme.peek();
  const stopColors = effect(() => {
    if (activeTheme.value === drawnTheme) return;
    drawnTheme = activeTheme.value;
    colors = paletteOf(element);
    outline?.redraw();
    archive.recolor();
    grid.redraw();
    zones.redraw();
    onRecolor();
  });

  return {
    map,
    palette,
    remove() {
      disposed = true;
      stopColors();
      stopLabels();
      resizeObserver.disconnect();
      outline?.remove();
      yard.remove();
      grid.remove();
      zones.remove();
      archive.remove();
      map.remove();
    },
  };
}
