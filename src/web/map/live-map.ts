import { effect } from '@preact/signals';
import { latLngBounds, type LatLngBounds } from 'leaflet';
import type { AppContext } from '../app-context.js';
import type { DeviceState } from '../live/device-state.js';
import { createBaseLayers, type BaseLayersOptions } from './base-layers.js';
import { createOverlay, type Overlay, type OverlayOptions } from './overlay.js';
import { drawTrackers, nearestTracker, placeTrackers, type PlacedTracker } from './trackers.js';
import { drawTrails } from './trails.js';

/** A live map of all devices. */
export type LiveMap = {
  /** highlights the device that is pointed at elsewhere on the page */
  readonly highlight: (id: string | undefined) => void;
  /** moves the map to a device */
  readonly show: (id: string) => void;
  /** fits all devices into view; false: no device has a location */
  readonly showAll: () => boolean;
  readonly remove: () => void;
};

export type LiveMapOptions = Pick<AppContext, 'live' | 'gatewayClock' | 'mapView'> &
  Pick<BaseLayersOptions, 'element' | 'api' | 'clock' | 'activeTheme' | 'preferences' | 'onArchive'> & {
    readonly onSelect: (id: string) => void;
  };

/** Trails may be redrawn after the dots, because they are most of the work. */
const TRAILS_INTERVAL_MS = 500;
const CLOSE_ZOOM = 15;
/** The rows of the list update at the same time. */
const FIRST_DRAW_DELAY_MS = 300;

/** Resolves when the trackers have been drawn. */
const whenDrawn = ({ loaded }: AppContext['live'], clock: AppContext['clock']): Promise<void> =>
  new Promise((resolve) => {
    const stop = effect(() => {
      if (!loaded.value) return;
      queueMicrotask(() => {
        stop();
      });
      clock.after(FIRST_DRAW_DELAY_MS, resolve);
    });
  });

/** The bounds of all registered devices with a location. */
function boundsOf(devices: Iterable<DeviceState>): LatLngBounds {
  const bounds = latLngBounds([]);
  for (const { lastLocation, device } of devices) {
    if (lastLocation !== undefined && device !== undefined)
      bounds.extend([lastLocation.latitude, lastLocation.longitude]);
  }
  return bounds;
}

export function createLiveMap({ element, live, gatewayClock, mapView, onSelect, ...app }: LiveMapOptions): LiveMap {
  const { clock } = app;
  let inView: PlacedTracker[] = [];
  let highlighted: string | undefined;
  const baseLayers = createBaseLayers({
    ...app,
    element,
    waitFor: whenDrawn(live, clock),
    view: mapView.current,
    onRecolor() {
      redrawAll();
    },
  });
  const { map, palette } = baseLayers;
  const overlay = (draw: OverlayOptions['draw']): Overlay =>
    createOverlay({ map, requestFrame: clock.requestFrame, draw });
  const trails = overlay((drawing) => {
    drawTrails(drawing, live.all(), palette(), gatewayClock.now());
  });
  const dots = overlay((drawing) => {
    inView = placeTrackers(live.all(), drawing);
    drawTrackers(drawing.context, inView, { palette: palette(), now: gatewayClock.now(), highlighted });
  });
  function redrawAll(): void {
    trails.redraw();
    dots.redraw();
  }

  let cancelTrails: (() => void) | undefined;
  function scheduleRedraw(): void {
    dots.redraw();
    cancelTrails ??= clock.after(TRAILS_INTERVAL_MS, () => {
      cancelTrails = undefined;
      trails.redraw();
    });
  }
  // For movement and for aging.
  const stops = [live.version.subscribe(scheduleRedraw), gatewayClock.nowSignal.subscribe(scheduleRedraw)];

  function highlight(id: string | undefined): void {
    if (id === highlighted) return;
    highlighted = id;
    dots.redraw();
  }
  map.on('click', ({ containerPoint }) => {
    const selected = nearestTracker(inView, containerPoint);
    if (selected !== undefined) onSelect(selected.id);
  });
  map.on('mousemove', ({ containerPoint }) => {
    const pointed = nearestTracker(inView, containerPoint);
    element.classList.toggle('is-pointing', pointed !== undefined);
    highlight(pointed?.id);
  });

  return {
    highlight,
    show(id) {
      const last = live.get(id)?.value.lastLocation;
      if (last === undefined) return;
      map.setView([last.latitude, last.longitude], Math.max(map.getZoom(), CLOSE_ZOOM));
      highlight(id);
    },
    showAll() {
      const bounds = boundsOf(live.all());
      if (!bounds.isValid()) return false;
      map.fitBounds(bounds.pad(0.15), { maxZoom: CLOSE_ZOOM });
      return true;
    },
    remove() {
      const { lat, lng } = map.getCenter();
      mapView.current = { latitude: lat, longitude: lng, zoom: map.getZoom() };
      for (const stop of stops) stop();
      cancelTrails?.();
      dots.remove();
      trails.remove();
      baseLayers.remove();
    },
  };
}
