import type { Zone } from '../../../schema/zones/zone.js';
import { clipRing, type Box } from '../outline/clip.js';
import { addLine, toPixels } from '../outline/draw-outline.js';
import type { DrawContext } from '../overlay.js';
import type { Palette } from '../palette.js';
import type { WorldLine, ZoneOutline } from './zone-outline.js';

export type DrawnZone = Pick<Zone, 'name' | 'color' | 'home'> & { readonly outline: ZoneOutline };

/** The name of a zone in view, in pixels. */
export type ZoneName = { readonly name: string; readonly x: number; readonly y: number };

type View = {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly left: number;
  readonly top: number;
};

const FILL_ALPHA = 0.14;
const EDGE_PX = 2;
const HOME_EDGE_PX = 3.5;
/** Clipped rings end this far outside the canvas, where their cut is invisible. */
const MARGIN_PX = 20;
/** A smaller zone has no name. */
const MIN_NAMED_PX = 26;
/** Points closer to the edge of the projection lie on it, which is no edge of a zone. */
const LIMIT = 1e-9;

/** Draws zones in every copy of the world that the canvas shows; returns their names, largest zone first. */
export function drawZones(drawing: DrawContext, zones: readonly DrawnZone[], palette: Palette): readonly ZoneName[] {
  const { width, height, x, y } = drawing;
  const [left, top] = [x({ x: 0, y: 0 }), y({ x: 0, y: 0 })];
  const size = x({ x: 1, y: 0 }) - left;
  const names: (ZoneName & { readonly extent: number })[] = [];
  for (const zone of zones) {
    const { outline, name } = zone;
    const first = Math.ceil((-left - outline.maxX * size) / size);
    const last = Math.floor((width - left - outline.minX * size) / size);
    for (let copy = first; copy <= last; copy++) {
      const view = { width, height, size, left: left + copy * size, top };
      if (top + outline.maxY * size < 0 || top + outline.minY * size > height) continue;
      drawZone(drawing.context, zone, view, zone.color ?? palette.zone);
      const extent = Math.max(outline.maxX - outline.minX, outline.maxY - outline.minY) * size;
      if (extent < MIN_NAMED_PX) continue;
      names.push({ name, x: view.left + outline.middle.x * size, y: top + outline.middle.y * size, extent });
    }
  }
  return names.sort((a, b) => b.extent - a.extent);
}

function drawZone(context: CanvasRenderingContext2D, zone: DrawnZone, view: View, color: string): void {
  const { outline, home } = zone;
  const box = { left: -MARGIN_PX, top: -MARGIN_PX, right: view.width + MARGIN_PX, bottom: view.height + MARGIN_PX };
  const area = areaOf(outline, view, box);
  context.fillStyle = color;
  context.globalAlpha = FILL_ALPHA;
  context.fill(area, outline.kind === 'union' ? 'nonzero' : 'evenodd');
  context.globalAlpha = 1;
  const edges = edgesOf(outline, view, box);
  const lineWidth = home ? HOME_EDGE_PX : EDGE_PX;
  if (outline.kind === 'union') drawEdgeOfUnion(context, { area, edges, lineWidth, color, view });
  else stroke(context, edges, lineWidth, color);
}

function areaOf({ rings }: ZoneOutline, view: View, box: Box): Path2D {
  const area = new Path2D();
  for (const points of rings) {
    const ring = clipRing(toPixels({ points }, view), box);
    for (let index = 0; index + 1 < ring.length; index += 2) {
      const [x = 0, y = 0] = [ring[index], ring[index + 1]];
      if (index === 0) area.moveTo(x, y);
      else area.lineTo(x, y);
    }
    area.closePath();
  }
  return area;
}

function edgesOf({ edges, kind }: ZoneOutline, view: View, box: Box): Path2D {
  const path = new Path2D();
  for (const points of edges) {
    const closed = kind === 'union' ? [...points, ...points.slice(0, 2)] : points;
    for (const part of withoutLimit(closed)) addLine(path, toPixels({ points: part }, view), box);
  }
  return path;
}

/** The parts of a line that do not follow the edge of the projection. */
function withoutLimit(points: WorldLine): readonly WorldLine[] {
  const isAtLimit = (index: number): boolean => Math.abs((points[index] ?? 0) - 0.5) >= 0.5 - LIMIT;
  if (!points.some((_value, index) => index % 2 === 1 && isAtLimit(index))) return [points];
  const parts: number[][] = [];
  for (let index = 3; index < points.length; index += 2) {
    if (!(isAtLimit(index - 2) && isAtLimit(index))) parts.push(points.slice(index - 3, index + 1));
  }
  return parts;
}

function stroke(context: CanvasRenderingContext2D, path: Path2D, lineWidth: number, color: string): void {
  context.lineJoin = 'round';
  context.lineWidth = lineWidth;
  context.strokeStyle = color;
  context.stroke(path);
}

type Union = {
  readonly area: Path2D;
  readonly edges: Path2D;
  readonly lineWidth: number;
  readonly color: string;
  readonly view: View;
};

let scratch: HTMLCanvasElement | undefined;

/** All edges on a canvas of their own, without what lies inside: the edge of the whole is left. */
function drawEdgeOfUnion(context: CanvasRenderingContext2D, { area, edges, lineWidth, color, view }: Union): void {
  scratch ??= document.createElement('canvas');
  const own = scratch.getContext('2d');
  if (own === null) return;
  const { width, height } = context.canvas;
  if (scratch.width !== width || scratch.height !== height) [scratch.width, scratch.height] = [width, height];
  own.setTransform(context.getTransform());
  own.clearRect(0, 0, view.width, view.height);
  stroke(own, edges, lineWidth * 2, color);
  own.globalCompositeOperation = 'destination-out';
  own.fill(area, 'nonzero');
  own.globalCompositeOperation = 'source-over';
  context.drawImage(scratch, 0, 0, view.width, view.height);
}
