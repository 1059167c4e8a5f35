import { MARKER_STATES, type MarkerState } from '../live/marker-state.js';
import type { Palette } from './palette.js';
import type { PlacedCluster, PlacedMarker } from './place-markers.js';

const RADIUS_PX = 6;
const SELECTED_RADIUS_PX = 9;
const CLUSTER_RADIUS_PX = 15;

type Shape = (path: Path2D, x: number, y: number, radius: number) => void;

const circle: Shape = (path, x, y, radius) => {
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, 2 * Math.PI);
};
const square: Shape = (path, x, y, radius) => {
  path.rect(x - radius * 0.85, y - radius * 0.85, radius * 1.7, radius * 1.7);
};
const diamond: Shape = (path, x, y, radius) => {
  const reach = radius * 1.5;
  path.moveTo(x, y - reach);
  path.lineTo(x + reach, y);
  path.lineTo(x, y + reach);
  path.lineTo(x - reach, y);
  path.closePath();
};

/** Moving: a disk with a nose; stopped: a square; stale: a ring; expired: a crossed ring; attention: a diamond. */
const SHAPES: Readonly<Record<MarkerState, { readonly shape: Shape; readonly isHollow: boolean }>> = {
  moving: { shape: circle, isHollow: false },
  stopped: { shape: square, isHollow: false },
  stale: { shape: circle, isHollow: true },
  expired: { shape: circle, isHollow: true },
  attention: { shape: diamond, isHollow: false },
};

/** Drawn last, so that they are on top. */
const DRAWING_ORDER = [...MARKER_STATES].reverse();

export type DrawMarkersOptions = { readonly palette: Palette; readonly onTop: readonly PlacedMarker[] };

/** One path for all markers of a state, because thousands of them are drawn on every frame. */
export function drawMarkers(
  context: CanvasRenderingContext2D,
  markers: readonly PlacedMarker[],
  { palette, onTop }: DrawMarkersOptions,
): void {
  const byState = new Map<MarkerState, PlacedMarker[]>(DRAWING_ORDER.map((state) => [state, []]));
  for (const marker of markers) byState.get(marker.state)?.push(marker);
  for (const [state, own] of byState) drawState(context, state, own, { palette, radius: RADIUS_PX });
  for (const marker of onTop) {
    context.beginPath();
    context.arc(marker.x, marker.y, SELECTED_RADIUS_PX + 8, 0, 2 * Math.PI);
    context.lineWidth = 3;
    context.strokeStyle = palette.text;
    context.stroke();
    drawState(context, marker.state, [marker], { palette, radius: SELECTED_RADIUS_PX });
  }
}

type Look = { readonly palette: Palette; readonly radius: number };

function drawState(
  context: CanvasRenderingContext2D,
  state: MarkerState,
  markers: readonly PlacedMarker[],
  { palette, radius }: Look,
): void {
  if (markers.length === 0) return;
  const { shape, isHollow } = SHAPES[state];
  const [path, noses, strokes] = [new Path2D(), new Path2D(), new Path2D()];
  for (const { tracked, x, y } of markers) {
    shape(path, x, y, radius);
    const course = tracked.lastLocation?.course;
    if (state === 'moving' && course !== undefined) addNose(noses, x, y, radius, course);
    if (state === 'expired') addStroke(strokes, x, y, radius);
    if (state === 'attention') addExclamation(strokes, x, y, radius);
  }
  const color = palette[state];
  context.fillStyle = color;
  context.fill(noses);
  context.lineWidth = 2;
  context.fillStyle = isHollow ? palette.halo : color;
  context.strokeStyle = isHollow ? color : palette.halo;
  context.fill(path);
  context.stroke(path);
  context.stroke(strokes);
}

function addNose(path: Path2D, x: number, y: number, radius: number, course: number): void {
  const angle = ((course - 90) * Math.PI) / 180;
  const at = (turn: number, length: number): [number, number] => [
    x + Math.cos(angle + turn) * length,
    y + Math.sin(angle + turn) * length,
  ];
  path.moveTo(...at(0, radius + 8));
  path.lineTo(...at(0.75, radius + 1));
  path.lineTo(...at(-0.75, radius + 1));
  path.closePath();
}

function addStroke(path: Path2D, x: number, y: number, radius: number): void {
  path.moveTo(x - radius * 0.7, y + radius * 0.7);
  path.lineTo(x + radius * 0.7, y - radius * 0.7);
}

function addExclamation(path: Path2D, x: number, y: number, radius: number): void {
  path.moveTo(x, y - radius * 0.8);
  path.lineTo(x, y + radius * 0.2);
  path.moveTo(x, y + radius * 0.55);
  path.lineTo(x, y + radius * 0.85);
}

/** Disks with the number of devices and the color of their most important state. */
export function drawClusters(
  context: CanvasRenderingContext2D,
  clusters: readonly PlacedCluster[],
  palette: Palette,
): void {
  context.font = '600 12px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { x, y, count, state } of clusters) {
    context.beginPath();
    context.arc(x, y, CLUSTER_RADIUS_PX, 0, 2 * Math.PI);
    context.fillStyle = palette.halo;
    context.strokeStyle = palette[state];
    context.lineWidth = 4;
    context.fill();
    context.stroke();
    context.fillStyle = palette.text;
    context.fillText(shortCount(count), x, y + 1);
  }
  context.textAlign = 'start';
  context.textBaseline = 'alphabetic';
}

const shortCount = (count: number): string => (count < 1_000 ? String(count) : `${Math.floor(count / 1_000)}k`);
