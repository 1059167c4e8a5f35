import type { DeviceState } from '../live/device-state.js';
import { TRAIL_MS } from '../live/trail.js';
import type { DrawContext } from './overlay.js';
import type { Palette } from './palette.js';

/** The opacity of a trail segment by its age, as a fraction of the trail's length. */
const FADE_STEPS = [
  { from: 0, alpha: 0.75 },
  { from: 0.25, alpha: 0.45 },
  { from: 0.6, alpha: 0.2 },
] as const;

/** With more devices in view, their trails would cover the map. */
const MAX_TRAILS = 200;

/** Trails of the last minutes, fading with age. One path per shade, so thousands of segments are three strokes. */
export function drawTrails(
  { context, x, y, width, height }: DrawContext,
  all: Iterable<DeviceState>,
  palette: Palette,
  now: number,
): void {
  const paths = FADE_STEPS.map(({ from, alpha }) => ({ from: from * TRAIL_MS, alpha, path: new Path2D() }));
  let count = 0;
  for (const { trail, device, point } of all) {
    if (device === undefined || point === undefined || trail.length < 2) continue;
    const [endX, endY] = [x(point), y(point)];
    if (endX < 0 || endY < 0 || endX > width || endY > height) continue;
    if (++count > MAX_TRAILS) return;
    for (let index = 1; index < trail.length; index++) {
      const [before, point] = [trail[index - 1], trail[index]];
      if (before === undefined || point === undefined) continue;
      const age = now - point.at;
      if (age > TRAIL_MS) continue;
      const shade = paths.findLast(({ from }) => age >= from) ?? paths[0];
      shade?.path.moveTo(x(before), y(before));
      shade?.path.lineTo(x(point), y(point));
    }
  }
  context.strokeStyle = palette.trail;
  context.lineWidth = 3;
  context.lineCap = 'round';
  for (const { alpha, path } of paths) {
    context.globalAlpha = alpha;
    context.stroke(path);
  }
  context.globalAlpha = 1;
}
