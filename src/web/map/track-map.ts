import { latLngBounds } from 'leaflet';
import { createGapRule } from '../../domain/records/gap.js';
import type { Location } from '../../schema/records/location.js';
import { mercator, type WorldPoint } from '../live/mercator.js';
import { createBaseLayers, type BaseLayersOptions } from './base-layers.js';
import { createOverlay } from './overlay.js';

/** A map of the track of one device in a range. */
export type TrackMap = {
  /** ascending in time */
  readonly show: (locations: readonly Location[]) => void;
  readonly remove: () => void;
};

export type TrackMapOptions = Omit<BaseLayersOptions, 'view' | 'onRecolor'>;

const END_PX = 6;

/** `isAfterGap`: no line leads to it. */
type TrackPoint = WorldPoint & { readonly isAfterGap: boolean };

/** With a dot, so that a location between two gaps is visible. */
function startLine(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.moveTo(x + 1, y);
  context.arc(x, y, 1, 0, 2 * Math.PI);
  context.moveTo(x, y);
}

function toTrack(locations: readonly Location[]): TrackPoint[] {
  const times = locations.map(({ dateTime }) => Date.parse(dateTime));
  const isGap = createGapRule(times);
  return locations.map(({ latitude, longitude }, index) => {
    const [before, time] = [times[index - 1], times[index]];
    const isAfterGap = before === undefined || time === undefined || isGap(before, time);
    return { ...mercator(latitude, longitude), isAfterGap };
  });
}

export function createTrackMap({ element, ...app }: TrackMapOptions): TrackMap {
  let points: readonly TrackPoint[] = [];
  const { map, palette, remove } = createBaseLayers({
    ...app,
    element,
    onRecolor() {
      track.redraw();
    },
  });
  const track = createOverlay({
    map,
    requestFrame: app.clock.requestFrame,
    draw({ context, x, y }) {
      const [first, last] = [points[0], points.at(-1)];
      if (first === undefined || last === undefined) return;
      const { trail, moving, halo } = palette();
      context.strokeStyle = trail;
      context.lineWidth = 3;
      context.lineJoin = 'round';
      context.beginPath();
      for (const point of points) {
        if (point.isAfterGap) startLine(context, x(point), y(point));
        else context.lineTo(x(point), y(point));
      }
      context.stroke();
      for (const [point, isLast] of [
        [first, false],
        [last, true],
      ] as const) {
        context.beginPath();
        context.arc(x(point), y(point), END_PX, 0, 2 * Math.PI);
        context.fillStyle = isLast ? moving : halo;
        context.strokeStyle = isLast ? halo : moving;
        context.lineWidth = 2;
        context.fill();
        context.stroke();
      }
    },
  });

  return {
    show(locations) {
      points = toTrack(locations);
      const bounds = latLngBounds(locations.map(({ latitude, longitude }) => [latitude, longitude]));
      if (bounds.isValid()) map.fitBounds(bounds.pad(0.15), { maxZoom: 17, animate: false });
      track.redraw();
    },
    remove() {
      track.remove();
      remove();
    },
  };
}
