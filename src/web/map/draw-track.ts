import { mercator, type WorldPoint } from '../live/mercator.js';
import type { DrawContext } from './overlay.js';
import type { Palette } from './palette.js';
import type { Track, TrackMoment } from './track.js';

/** `isAfterGap`: no line leads to it. */
export type TrackPoint = WorldPoint & { readonly isAfterGap: boolean };

/** A stop with its number in the list. */
export type StopMarker = {
  readonly number: number;
  readonly latitude: number;
  readonly longitude: number;
  /** ms since 1970 */
  readonly from: number;
};

const END_PX = 6;
const STOP_PX = 9;
const MOMENT_PX = 9;
/** Points closer to the previous one change nothing that is seen. */
const MIN_STEP_PX = 0.7;

export const toTrackPoints = ({ locations, longitudes, isAfterGap }: Track): TrackPoint[] =>
  locations.map(({ latitude, longitude }, index) => ({
    ...mercator(latitude, longitudes[index] ?? longitude),
    isAfterGap: isAfterGap[index] ?? true,
  }));

/** With a dot, so that a location between two gaps is visible. */
function startLine(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.moveTo(x + 1, y);
  context.arc(x, y, 1, 0, 2 * Math.PI);
  context.moveTo(x, y);
}

/** The line of the track, with a circle at its start and a disk at its end. */
export function drawTrack({ context, x, y }: DrawContext, points: readonly TrackPoint[], palette: Palette): void {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return;
  const { trail, moving, halo } = palette;
  context.strokeStyle = trail;
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.beginPath();
  let [lastX, lastY] = [NaN, NaN];
  for (const point of points) {
    const [left, top] = [x(point), y(point)];
    const isClose = Math.abs(left - lastX) < MIN_STEP_PX && Math.abs(top - lastY) < MIN_STEP_PX;
    if (point.isAfterGap) startLine(context, left, top);
    else if (isClose && point !== last) continue;
    else context.lineTo(left, top);
    [lastX, lastY] = [left, top];
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
}

/** Numbered squares; the first ones are on top, because stops at one place are often the same. */
export function drawStops({ context, x, y }: DrawContext, stops: readonly StopMarker[], palette: Palette): void {
  context.font = '600 11px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineWidth = 2;
  context.strokeStyle = palette.halo;
  for (const { number, latitude, longitude } of [...stops].reverse()) {
    const point = mercator(latitude, longitude);
    const half = number > 99 ? STOP_PX + 4 : STOP_PX;
    context.fillStyle = palette.stopped;
    context.beginPath();
    context.roundRect(x(point) - half, y(point) - STOP_PX, 2 * half, 2 * STOP_PX, 4);
    context.fill();
    context.stroke();
    context.fillStyle = palette.halo;
    context.fillText(String(number), x(point), y(point) + 0.5);
  }
  context.textAlign = 'start';
  context.textBaseline = 'alphabetic';
}

/** A disk with a nose in its direction; a ring in a time without records. */
export function drawMoment({ context, x, y }: DrawContext, moment: TrackMoment, palette: Palette): void {
  const { latitude, longitude, course, gap } = moment;
  const point = mercator(latitude, longitude);
  const [left, top] = [x(point), y(point)];
  const color = gap === undefined ? palette.moving : palette.stale;
  context.save();
  context.translate(left, top);
  context.lineWidth = 3;
  context.strokeStyle = palette.halo;
  context.fillStyle = color;
  if (course !== undefined) {
    context.rotate((course * Math.PI) / 180);
    context.beginPath();
    context.moveTo(0, -MOMENT_PX - 10);
    context.lineTo(MOMENT_PX, -MOMENT_PX + 3);
    context.lineTo(-MOMENT_PX, -MOMENT_PX + 3);
    context.closePath();
    context.stroke();
    context.fill();
  }
  context.beginPath();
  context.arc(0, 0, MOMENT_PX, 0, 2 * Math.PI);
  context.stroke();
  context.fill();
  context.beginPath();
  context.arc(0, 0, MOMENT_PX / 2, 0, 2 * Math.PI);
  context.fillStyle = palette.halo;
  context.fill();
  context.restore();
}
