import { effect } from '@preact/signals';
import type { Map as LeafletMap } from 'leaflet';
import type { Zone } from '../../../schema/zones/zone.js';
import type { AppContext } from '../../app-context.js';
import { drawNames } from '../draw-labels.js';
import { createOverlay, type Overlay } from '../overlay.js';
import type { Palette } from '../palette.js';
import type { ZoneName } from './draw-zones.js';
import type { drawZoneList } from './zones-layer.js';

export type AddZonesOptions = Pick<AppContext, 'zoneStore' | 'clock' | 'preferences'> & {
  readonly map: LeafletMap;
  readonly palette: () => Palette;
  /** the trackers come first */
  readonly waitFor: Promise<unknown> | undefined;
  /** draws the names of the zones in view; absent: they are drawn with the zones */
  readonly onNames?: (names: readonly ZoneName[]) => void;
  /** which of the zones to draw; absent: all */
  readonly isDrawn?: (zone: Zone) => boolean;
};

type Draw = typeof drawZoneList;

/** The zones as a layer; the code that draws them is loaded once there is one. */
export function addZones({ map, palette, waitFor, onNames, isDrawn, ...app }: AddZonesOptions): Overlay {
  const { zoneStore, clock, preferences } = app;
  const isHidden = (): boolean => preferences.zones.value === 'hide';
  let draw: Draw | undefined;
  let isLoading = false;
  let disposed = false;
  const overlay = createOverlay({
    map,
    requestFrame: clock.requestFrame,
    draw(drawing) {
      const zones = isHidden() ? [] : zoneStore.zones.peek();
      const names = draw?.(drawing, isDrawn === undefined ? zones : zones.filter(isDrawn), palette()) ?? [];
      if (onNames === undefined) drawNames(drawing.context, names, palette());
      else onNames(names);
    },
  });
  async function load(): Promise<void> {
    isLoading = true;
    try {
      draw = (await import('./zones-layer.js')).drawZoneList;
      if (!disposed) overlay.redraw();
    } finally {
      isLoading = false;
    }
  }
  const stop = effect(() => {
    const isNeeded = zoneStore.zones.value.length > 0 && !isHidden();
    // Where the code cannot be loaded, the next change tries again.
    if (isNeeded && draw === undefined && !isLoading) load().catch(() => undefined);
    overlay.redraw();
  });
  void Promise.resolve(waitFor).then(() => {
    if (!disposed) zoneStore.need();
  });
  return {
    redraw: overlay.redraw,
    remove() {
      disposed = true;
      stop();
      overlay.remove();
    },
  };
}
