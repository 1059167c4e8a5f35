import { latLngBounds, point as pixel, type LatLngBounds } from 'leaflet';
import { mercator, type WorldPoint } from '../live/mercator.js';
import { createBaseLayers, type BaseLayersOptions } from './base-layers.js';
import { drawMoment, drawStops, drawTrack, toTrackPoints, type StopMarker, type TrackPoint } from './draw-track.js';
import { createOverlay, type DrawContext } from './overlay.js';
import { nearestOf } from './place-markers.js';
import { pointsBetween, type Gap, type Track, type TrackMoment } from './track.js';

/** A map of the track of one device in a range. */
export type TrackMap = {
  /** moves the map to the whole track */
  readonly show: (track: Track) => void;
  readonly showStops: (stops: readonly StopMarker[]) => void;
  /** marks where the device is at a moment, and keeps it in view */
  readonly moveTo: (moment: TrackMoment | undefined) => void;
  /** moves the map to a part of the track, and to `place` */
  readonly zoomTo: (part: Gap, place?: { readonly latitude: number; readonly longitude: number }) => void;
  readonly remove: () => void;
};

export type TrackMapOptions = Omit<BaseLayersOptions, 'view' | 'onRecolor'> & {
  /** a click on the track or a stop: ms since 1970 */
  readonly onPick: (at: number) => void;
};

const MAX_ZOOM = 17;
/** The moment is moved to the middle of the map when it is closer to the border, in px. */
const MARGIN_PX = 24;

export function createTrackMap({ element, onPick, ...app }: TrackMapOptions): TrackMap {
  let track: Track | undefined;
  let points: readonly TrackPoint[] = [];
  let stops: readonly StopMarker[] = [];
  let moment: TrackMoment | undefined;
  let view: Pick<DrawContext, 'x' | 'y'> | undefined;
  const { map, palette, remove } = createBaseLayers({
    ...app,
    element,
    onRecolor() {
      line.redraw();
      marks.redraw();
    },
  });
  const { requestFrame } = app.clock;
  const line = createOverlay({
    map,
    requestFrame,
    draw(drawing) {
      view = drawing;
      drawTrack(drawing, points, palette());
      drawStops(drawing, stops, palette());
    },
  });
  // On a canvas of its own: while it plays, the track stays as it was drawn.
  const marks = createOverlay({
    map,
    requestFrame,
    draw(drawing) {
      if (moment !== undefined) drawMoment(drawing, moment, palette());
    },
  });

  function fit(bounds: LatLngBounds): void {
    if (bounds.isValid()) map.fitBounds(bounds.pad(0.15), { maxZoom: MAX_ZOOM, animate: false });
  }
  map.on('click', ({ containerPoint }) => {
    if (view === undefined || track === undefined) return;
    const at = pickTime(containerPoint, { view, stops, points, times: track.times });
    if (at !== undefined) onPick(at);
  });

  return {
    show(shown) {
      track = shown;
      points = toTrackPoints(shown);
      fit(boundsOf(shown, { from: -Infinity, to: Infinity }));
      line.redraw();
    },
    showStops(shown) {
      stops = shown;
      line.redraw();
    },
    moveTo(shown) {
      moment = shown;
      marks.redraw();
      if (shown === undefined) return;
      const size = map.getSize();
      const { x, y } = map.latLngToContainerPoint([shown.latitude, shown.longitude]);
      const isInView = x > MARGIN_PX && y > MARGIN_PX && x < size.x - MARGIN_PX && y < size.y - MARGIN_PX;
      if (!isInView) map.panBy(pixel(x - size.x / 2, y - size.y / 2), { animate: false });
    },
    zoomTo(part, place) {
      if (track === undefined) return;
      const bounds = boundsOf(track, part);
      if (place !== undefined) bounds.extend([place.latitude, place.longitude]);
      fit(bounds);
    },
    remove() {
      line.remove();
      marks.remove();
      remove();
    },
  };
}

const boundsOf = (track: Track, part: Gap): LatLngBounds =>
  latLngBounds(pointsBetween(track, part).map(([latitude, longitude]) => [latitude, longitude]));

type Pixel = { readonly x: number; readonly y: number };

type Pickable = {
  readonly view: Pick<DrawContext, 'x' | 'y'>;
  readonly stops: readonly StopMarker[];
  readonly points: readonly TrackPoint[];
  /** of the points */
  readonly times: readonly number[];
};

/** The time of the stop or location at a click; stops are on top. */
function pickTime(click: Pixel, { view: { x, y }, stops, points, times }: Pickable): number | undefined {
  const place = (point: WorldPoint, at: number) => ({ at, x: x(point), y: y(point) });
  const stop = nearestOf(
    stops.map(({ latitude, longitude, from }) => place(mercator(latitude, longitude), from)),
    click,
  );
  const placed = (): ReturnType<typeof place>[] => points.map((point, index) => place(point, times[index] ?? 0));
  return (stop ?? nearestOf(placed(), click))?.at;
}
