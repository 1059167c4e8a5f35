import { MARKER_STATES, markerStateOf, type MarkerState } from '../live/marker-state.js';
import type { DeviceState } from '../live/device-state.js';
import type { DrawContext } from './overlay.js';

/** A device in view, in pixels. */
export type PlacedMarker = {
  readonly tracked: DeviceState;
  readonly state: MarkerState;
  readonly x: number;
  readonly y: number;
};

/** Devices too close to each other to be distinguished, at their mean position. */
export type PlacedCluster = {
  readonly x: number;
  readonly y: number;
  readonly count: number;
  /** the most important of their states */
  readonly state: MarkerState;
};

export type PlacedMarkers = { readonly markers: readonly PlacedMarker[]; readonly clusters: readonly PlacedCluster[] };

export type PlaceMarkersOptions = {
  readonly view: Pick<DrawContext, 'width' | 'height' | 'zoom' | 'x' | 'y'>;
  /** ms since 1970, by the gateway's clock */
  readonly now: number;
  /** ids of devices that are never part of a cluster */
  readonly apart: ReadonlySet<string | undefined>;
};

/** Side of the squares that are clustered, in px; they lie still on the map, so that panning changes no cluster. */
const CELL_PX = 44;
const MIN_CLUSTER = 3;
/** From here on single vehicles of a yard are apart. */
const MAX_CLUSTER_ZOOM = 16;
/** Markers reach into the view from outside. */
const MARGIN_PX = 50;
/** More squares than the world has in a row at the deepest zoom level with clusters. */
const CELLS_IN_A_ROW = 1_000_000;
const WORLD_PX = 256;

export function placeMarkers(all: Iterable<DeviceState>, options: PlaceMarkersOptions): PlacedMarkers {
  const { view, now, apart } = options;
  const cells = new Map<number, PlacedMarker[]>();
  const markers: PlacedMarker[] = [];
  const cellsAcross = (WORLD_PX * 2 ** view.zoom) / CELL_PX;
  for (const tracked of all) {
    const { point } = tracked;
    if (point === undefined || tracked.device === undefined) continue;
    const [x, y] = [view.x(point), view.y(point)];
    if (x < -MARGIN_PX || y < -MARGIN_PX || x > view.width + MARGIN_PX || y > view.height + MARGIN_PX) continue;
    const marker = { tracked, state: markerStateOf(tracked, now), x, y };
    if (view.zoom > MAX_CLUSTER_ZOOM || apart.has(tracked.id)) {
      markers.push(marker);
      continue;
    }
    const cell = Math.floor(point.y * cellsAcross) * CELLS_IN_A_ROW + Math.floor(point.x * cellsAcross);
    const found = cells.get(cell);
    if (found === undefined) cells.set(cell, [marker]);
    else found.push(marker);
  }
  const clusters: PlacedCluster[] = [];
  for (const members of cells.values()) {
    if (members.length >= MIN_CLUSTER) clusters.push(toCluster(members));
    else markers.push(...members);
  }
  return { markers, clusters };
}

function toCluster(members: readonly PlacedMarker[]): PlacedCluster {
  let [x, y, importance] = [0, 0, MARKER_STATES.length - 1];
  for (const member of members) {
    x += member.x;
    y += member.y;
    importance = Math.min(importance, MARKER_STATES.indexOf(member.state));
  }
  const count = members.length;
  return { x: x / count, y: y / count, count, state: MARKER_STATES[importance] ?? 'stale' };
}

/** Width of a finger in px. */
const HIT_RADIUS_PX = 16;

/** The one at a click or pointer position. */
export function nearestOf<T extends { readonly x: number; readonly y: number }>(
  placed: readonly T[],
  { x, y }: { readonly x: number; readonly y: number },
): T | undefined {
  let nearestSoFar: T | undefined;
  let nearestDistance = HIT_RADIUS_PX;
  for (const one of placed) {
    const distance = Math.hypot(one.x - x, one.y - y);
    if (distance <= nearestDistance) [nearestSoFar, nearestDistance] = [one, distance];
  }
  return nearestSoFar;
}
