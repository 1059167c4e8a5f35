import type { Tracked } from '../live/tracked.js';
import { TRAIL_MS } from '../live/trail.js';
import type { Drawing } from './overlay.js';
import type { Palette } from './palette.js';

/** From what part of its life on a piece of trail is so faint. */
const fading = [
  { from: 0, alpha: 0.75 },
  { from: 0.25, alpha: 0.45 },
  { from: 0.6, alpha: 0.2 },
] as const;

/** The last minutes of all, the older the fainter. One path a shade: thousands of pieces are drawn in three strokes. */
export function drawTrails({ context, x, y }: Drawing, all: Iterable<Tracked>, palette: Palette, now: number): void {
  const paths = fading.map(({ from, alpha }) => ({ from: from * TRAIL_MS, alpha, path: new Path2D() }));
  for (const { trail, device } of all) {
    if (device === undefined) continue;
    for (let place = 1; place < trail.length; place++) {
      const [before, point] = [trail[place - 1], trail[place]];
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
