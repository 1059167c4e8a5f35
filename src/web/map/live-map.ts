import { effect } from '@preact/signals';
import { latLngBounds, type LatLngBounds } from 'leaflet';
import type { AppContext } from '../app-context.js';
import type { DeviceState } from '../live/device-state.js';
import { createBaseLayers, type BaseLayersOptions } from './base-layers.js';
import type { PlacedName } from './draw-labels.js';
import { createOverlay } from './overlay.js';
import { createMarkersLayer } from './markers-layer.js';
import { drawTrails } from './trails.js';

/** A live map of all devices. */
export type LiveMap = {
  /** highlights the device that is pointed at elsewhere on the page */
  readonly highlight: (id: string | undefined) => void;
  /** marks the device that the user has chosen */
  readonly select: (id: string | undefined) => void;
  /** shows only these devices; undefined: all */
  readonly showOnly: (ids: ReadonlySet<string> | undefined) => void;
  /** moves the map to a device */
  readonly show: (id: string) => void;
  /** fits all devices into view; false: no device has a location */
  readonly showAll: () => boolean;
  readonly remove: () => void;
};

export type LiveMapOptions = Pick<AppContext, 'live' | 'gatewayClock' | 'mapView'> &
  Pick<BaseLayersOptions, 'element' | 'api' | 'clock' | 'activeTheme' | 'preferences' | 'zoneStore' | 'onArchive'> & {
    /** undefined: a click on no device */
    readonly onSelect: (id: string | undefined) => void;
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
  const { requestFrame, after } = app.clock;
  const { now } = gatewayClock;
  let shown: ReadonlySet<string> | undefined;
  let zoneNames: readonly PlacedName[] = [];
  const devices = (): Iterable<DeviceState> =>
    shown === undefined ? live.all() : [...live.all()].filter(({ id }) => shown?.has(id) === true);
  const { map, palette, remove } = createBaseLayers({
    ...app,
    element,
    waitFor: whenDrawn(live, app.clock),
    view: mapView.current,
    onRecolor() {
      redrawAll();
    },
    zones: {
      // They give way to those of the devices, so they are drawn with them.
      onNames(names) {
        zoneNames = names;
        markers.redraw();
      },
    },
  });
  const trails = createOverlay({
    map,
    requestFrame,
    draw(drawing) {
      drawTrails(drawing, devices(), palette(), now());
    },
  });
  const markers = createMarkersLayer({
    ...{ map, requestFrame, palette, devices, now, onSelect },
    zoneNames: () => zoneNames,
  });
  function redrawAll(): void {
    trails.redraw();
    markers.redraw();
  }

  let cancelTrails: (() => void) | undefined;
  function scheduleRedraw(): void {
    markers.redraw();
    cancelTrails ??= after(TRAILS_INTERVAL_MS, () => {
      cancelTrails = undefined;
      trails.redraw();
    });
  }
  // For movement and for aging.
  const stops = [live.version.subscribe(scheduleRedraw), gatewayClock.nowSignal.subscribe(scheduleRedraw)];

  return {
    highlight: markers.highlight,
    select: markers.select,
    showOnly(ids) {
      shown = ids;
      redrawAll();
    },
    show(id) {
      const last = live.get(id)?.value.lastLocation;
      if (last === undefined) return;
      // An animation would end after the page may have been left.
      map.setView([last.latitude, last.longitude], Math.max(map.getZoom(), CLOSE_ZOOM), { animate: false });
    },
    showAll() {
      const bounds = boundsOf(devices());
      if (!bounds.isValid()) return false;
      map.fitBounds(bounds.pad(0.15), { maxZoom: CLOSE_ZOOM });
      return true;
    },
    remove() {
      const { lat, lng } = map.getCenter();
      // A map without positions is fitted when it is opened again.
      if (boundsOf(live.all()).isValid()) mapView.current = { latitude: lat, longitude: lng, zoom: map.getZoom() };
      for (const stop of stops) stop();
      cancelTrails?.();
      markers.remove();
      trails.remove();
      remove();
    },
  };
}
