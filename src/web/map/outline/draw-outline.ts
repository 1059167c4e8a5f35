import type { Palette } from '../palette.js';
import { clipRing, type Box } from './clip.js';
import type { Outline, OutlineLine } from './read-outline.js';

/** x and y of each point in turn, in the square of the projection. */
type Points = { readonly points: ArrayLike<number> };

/** What a canvas shows: its size, and where the square of the projection lies, all in pixels. */
export type OutlineView = {
  readonly width: number;
  readonly height: number;
  /** the side of the square */
  readonly size: number;
  readonly left: number;
  readonly top: number;
};

/** Closer points are one pixel. */
const MIN_STEP_PX = 0.8;
/** Clipped rings end this far outside the canvas, where their cut is invisible. */
const CLIP_MARGIN_PX = 20;
/** Points closer to the lower edge of the square lie on it. */
const EDGE_PX = 0.01;

/** Draws land and borders in every copy of the world that the canvas shows. */
export function drawOutline(
  context: CanvasRenderingContext2D,
  { land, borders }: Outline,
  { palette, ...view }: OutlineView & { readonly palette: Pick<Palette, 'land' | 'border'> },
): void {
  const { width, height, size, left } = view;
  const box = {
    left: -CLIP_MARGIN_PX,
    top: -CLIP_MARGIN_PX,
    right: width + CLIP_MARGIN_PX,
    bottom: height + CLIP_MARGIN_PX,
  };
  const [fill, coast, inner] = [new Path2D(), new Path2D(), new Path2D()];
  const [first, last] = [Math.floor(-left / size) - 1, Math.ceil((width - left) / size)];
  for (let copy = first; copy <= last; copy++) {
    const shifted = { ...view, left: left + copy * size };
    for (const line of land) {
      if (!isInView(line, shifted)) continue;
      const ring = toPixels(line, shifted);
      addLine(fill, clipRing(ring, box), box);
      fill.closePath();
      // The ring around the pole is closed at the lower edge of the square, which is no coast.
      addLine(coast, ring, box, view.top + size - EDGE_PX);
    }
    for (const line of borders) if (isInView(line, shifted)) addLine(inner, toPixels(line, shifted), box);
  }
  context.fillStyle = palette.land;
  context.fill(fill, 'evenodd');
  context.strokeStyle = palette.border;
  context.lineJoin = 'round';
  context.lineWidth = 1;
  context.stroke(coast);
  context.lineWidth = 0.8;
  context.setLineDash([3, 3]);
  context.stroke(inner);
  context.setLineDash([]);
}

const isInView = ({ minX, maxX, minY, maxY }: OutlineLine, { width, height, size, left, top }: OutlineView): boolean =>
  left + maxX * size >= 0 && left + minX * size <= width && top + maxY * size >= 0 && top + minY * size <= height;

/** x and y of each point in turn, in pixels. */
export function toPixels(
  { points }: Points,
  { size, left, top }: Pick<OutlineView, 'size' | 'left' | 'top'>,
): number[] {
  const pixels: number[] = [];
  let [lastX, lastY] = [Infinity, Infinity];
  for (let index = 0; index + 1 < points.length; index += 2) {
    const [x, y] = [left + (points[index] ?? 0) * size, top + (points[index + 1] ?? 0) * size];
    const isEnd = index + 2 >= points.length;
    if (!isEnd && Math.abs(x - lastX) < MIN_STEP_PX && Math.abs(y - lastY) < MIN_STEP_PX) continue;
    pixels.push(x, y);
    [lastX, lastY] = [x, y];
  }
  return pixels;
}

/** Adds the segments of a line that may touch the box, without those that end at `maxY` or below. */
export function addLine(path: Path2D, pixels: readonly number[], box: Box, maxY = Infinity): void {
  let isDrawing = false;
  let [x, y] = [pixels[0] ?? 0, pixels[1] ?? 0];
  for (let index = 2; index + 1 < pixels.length; index += 2) {
    const [nextX = 0, nextY = 0] = [pixels[index], pixels[index + 1]];
    const isDrawn = y < maxY && nextY < maxY && mayTouch(box, x, y, nextX, nextY);
    if (isDrawn) {
      if (!isDrawing) path.moveTo(x, y);
      path.lineTo(nextX, nextY);
    }
    isDrawing = isDrawn;
    [x, y] = [nextX, nextY];
  }
}

/** False if both ends are beyond the same side. */
const mayTouch = ({ left, top, right, bottom }: Box, x: number, y: number, nextX: number, nextY: number): boolean =>
  Math.max(x, nextX) >= left &&
  Math.min(x, nextX) <= right &&
  Math.max(y, nextY) >= top &&
  Math.min(y, nextY) <= bottom;
