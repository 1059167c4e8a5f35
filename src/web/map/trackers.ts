import { freshnessOf, type Freshness } from '../live/freshness.js';
import { mercator } from '../live/mercator.js';
import { displayName, type DeviceState } from '../live/device-state.js';
import type { DrawContext } from './overlay.js';
import type { Palette } from './palette.js';

const RADIUS_PX = 6;
const HIGHLIGHTED_RADIUS_PX = 9;
/** Width of a finger in px. */
const HIT_RADIUS_PX = 16;
/** With more trackers in view, names would overlap. */
const MAX_LABELS = 40;
/** m/s above which a course is meaningful */
const MOVING_FROM_MPS = 0.5;

/** A tracker in view, in pixels. */
export type PlacedTracker = { readonly tracked: DeviceState; readonly x: number; readonly y: number };

export function placeTrackers(all: Iterable<DeviceState>, { width, height, x, y }: DrawContext): PlacedTracker[] {
  const found: PlacedTracker[] = [];
  for (const tracked of all) {
    const { lastLocation, device } = tracked;
    if (lastLocation === undefined || device === undefined) continue;
    const point = mercator(lastLocation.latitude, lastLocation.longitude);
    const at = { tracked, x: x(point), y: y(point) };
    if (at.x > -50 && at.y > -50 && at.x < width + 50 && at.y < height + 50) found.push(at);
  }
  return found;
}

/** The tracker at a click or pointer position. */
export function nearestTracker(
  trackers: readonly PlacedTracker[],
  { x, y }: { readonly x: number; readonly y: number },
): DeviceState | undefined {
  let nearestSoFar: DeviceState | undefined;
  let nearestDistance = HIT_RADIUS_PX;
  for (const one of trackers) {
    const distance = Math.hypot(one.x - x, one.y - y);
    if (distance <= nearestDistance) [nearestSoFar, nearestDistance] = [one.tracked, distance];
  }
  return nearestSoFar;
}

export type DrawTrackersOptions = {
  readonly palette: Palette;
  readonly now: number;
  readonly highlighted: string | undefined;
};

/** Live trackers are filled with a heading mark; stale ones are rings, expired ones crossed-out rings. */
export function drawTrackers(
  context: CanvasRenderingContext2D,
  trackers: readonly PlacedTracker[],
  options: DrawTrackersOptions,
): void {
  const { palette, now, highlighted } = options;
  for (const one of trackers)
    drawTracker(context, one, freshnessOf(one.tracked, now), palette, one.tracked.id === highlighted);
  const named = trackers.length <= MAX_LABELS ? trackers : trackers.filter(({ tracked }) => tracked.id === highlighted);
  context.font = '600 12px system-ui, sans-serif';
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.strokeStyle = palette.halo;
  context.fillStyle = palette.text;
  for (const { tracked, x, y } of named) {
    const name = shorten(displayName(tracked));
    context.strokeText(name, x + 12, y + 4);
    context.fillText(name, x + 12, y + 4);
  }
}

function drawTracker(
  context: CanvasRenderingContext2D,
  { tracked, x, y }: PlacedTracker,
  freshness: Freshness,
  palette: Palette,
  isHighlighted: boolean,
): void {
  const color = palette[freshness];
  const radius = isHighlighted ? HIGHLIGHTED_RADIUS_PX : RADIUS_PX;
  context.lineWidth = 2;
  if (
    freshness === 'live' &&
    (tracked.lastLocation?.speed ?? 0) > MOVING_FROM_MPS &&
    tracked.lastLocation?.course !== undefined
  ) {
    drawNose(context, { x, y, radius, color, course: tracked.lastLocation.course });
  }
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = freshness === 'live' ? color : palette.halo;
  context.strokeStyle = freshness === 'live' ? palette.halo : color;
  context.fill();
  context.stroke();
  if (freshness !== 'expired') return;
  context.beginPath();
  context.moveTo(x - radius * 0.7, y + radius * 0.7);
  context.lineTo(x + radius * 0.7, y - radius * 0.7);
  context.stroke();
}

type Nose = {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly color: string;
  readonly course: number;
};

function drawNose(context: CanvasRenderingContext2D, { x, y, radius, color, course }: Nose): void {
  const angle = ((course - 90) * Math.PI) / 180;
  const at = (turn: number, length: number): [number, number] => [
    x + Math.cos(angle + turn) * length,
    y + Math.sin(angle + turn) * length,
  ];
  context.beginPath();
  context.moveTo(...at(0, radius + 8));
  context.lineTo(...at(0.75, radius + 1));
  context.lineTo(...at(-0.75, radius + 1));
  context.closePath();
  context.fillStyle = color;
  context.fill();
}

const MAX_NAME_LENGTH = 24;
const shorten = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;
