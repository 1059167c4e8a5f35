import { effect } from '@preact/signals';
import { latLngBounds } from 'leaflet';
import type { Parts } from '../parts.js';
import { createGround, type GroundOptions } from './ground.js';
import { createOverlay } from './overlay.js';
import { drawTrackers, nearest, placed, type Placed } from './trackers.js';
import { drawTrails } from './trails.js';

/** All devices on a map, as they move. */
export type LiveMap = {
  /** the one that is pointed at, elsewhere on the page */
  readonly mark: (id: string | undefined) => void;
  /** brings one into view */
  readonly show: (id: string) => void;
  /** brings all into view; false: none has been located yet */
  readonly showAll: () => boolean;
  readonly remove: () => void;
};

export type LiveMapOptions = Pick<Parts, 'live' | 'depotClock' | 'mapView'> &
  Pick<GroundOptions, 'element' | 'api' | 'clock' | 'shownTheme' | 'preferences' | 'onArchive'> & {
    readonly onChosen: (id: string) => void;
  };

/** The end of a trail may come after the dot: it is most of the work of a picture. */
const TRAILS_EVERY_MS = 500;
const CLOSE_ZOOM = 15;
/** The rows of the list come in the same moments. */
const FIRST_PICTURE_MS = 300;

/** Resolves when the trackers were drawn. */
const drawnOnce = ({ loaded }: Parts['live'], clock: Parts['clock']): Promise<void> =>
  new Promise((resolve) => {
    const stop = effect(() => {
      if (!loaded.value) return;
      queueMicrotask(() => {
        stop();
      });
      clock.after(FIRST_PICTURE_MS, resolve);
    });
  });

export function createLiveMap({ element, live, depotClock, mapView, onChosen, ...parts }: LiveMapOptions): LiveMap {
  const { clock } = parts;
  let inView: Placed[] = [];
  let marked: string | undefined;
  const ground = createGround({
    ...parts,
    element,
    before: drawnOnce(live, clock),
    view: mapView.current,
    onRecolour() {
      redrawAll();
    },
  });
  const { map, palette } = ground;
  const trails = createOverlay({
    map,
    frame: clock.frame,
    draw: (drawing) => {
      drawTrails(drawing, live.all(), palette(), depotClock.now());
    },
  });
  const dots = createOverlay({
    map,
    frame: clock.frame,
    draw(drawing) {
      inView = placed(live.all(), drawing);
      drawTrackers(drawing.context, inView, { palette: palette(), now: depotClock.now(), marked });
    },
  });
  function redrawAll(): void {
    trails.redraw();
    dots.redraw();
  }

  let cancelTrails: (() => void) | undefined;
  function follow(): void {
    dots.redraw();
    cancelTrails ??= clock.after(TRAILS_EVERY_MS, () => {
      cancelTrails = undefined;
      trails.redraw();
    });
  }
  // Both what moves and what grows old by itself.
  const stops = [live.turn.subscribe(follow), depotClock.second.subscribe(follow)];

  function mark(id: string | undefined): void {
    if (id === marked) return;
    marked = id;
    dots.redraw();
  }
  map.on('click', ({ containerPoint }) => {
    const chosen = nearest(inView, containerPoint);
    if (chosen !== undefined) onChosen(chosen.id);
  });
  map.on('mousemove', ({ containerPoint }) => {
    const pointed = nearest(inView, containerPoint);
    element.classList.toggle('is-pointing', pointed !== undefined);
    mark(pointed?.id);
  });

  return {
    mark,
    show(id) {
      const last = live.of(id)?.value.last;
      if (last === undefined) return;
      map.setView([last.latitude, last.longitude], Math.max(map.getZoom(), CLOSE_ZOOM));
      mark(id);
    },
    showAll() {
      const bounds = latLngBounds([]);
      for (const { last, device } of live.all()) {
        if (last !== undefined && device !== undefined) bounds.extend([last.latitude, last.longitude]);
      }
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
      ground.remove();
    },
  };
}
