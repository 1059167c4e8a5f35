import { displayName } from '../live/device-state.js';
import type { Palette } from './palette.js';
import type { PlacedCluster, PlacedMarker } from './place-markers.js';

const FONT = '600 12px system-ui, sans-serif';
const HEIGHT_PX = 15;
const MARKER_PX = 8;
const CLUSTER_PX = 17;
const OFFSET_PX = 12;
/** Clear of the ring around a selected marker. */
const SELECTED_OFFSET_PX = 21;
/** With more markers, few labels would find room, and the search for it takes time. */
const MAX_CANDIDATES = 400;
const MAX_NAME_LENGTH = 24;
const MAX_WIDTHS = 10_000;

type Rectangle = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** Widths of names in px, because measuring is slow. */
const widths = new Map<string, number>();

/** Names next to their markers, the most important first; a name without room gives way. */
export function drawLabels(
  context: CanvasRenderingContext2D,
  { first, markers, clusters, zones = [] }: LabelledMarkers,
  { text, halo }: Pick<Palette, 'text' | 'halo'>,
): void {
  setStyle(context, { text, halo });
  const room = createRoom();
  for (const { x, y } of clusters) room.take(around(x, y, CLUSTER_PX));
  for (const { x, y } of [...markers, ...first]) room.take(around(x, y, MARKER_PX));
  const candidates = markers.length <= MAX_CANDIDATES ? [...first, ...markers] : first;
  for (const marker of candidates) {
    const name = shorten(displayName(marker.tracked));
    const left = placeLabel(marker, widthOf(context, name), room, first.includes(marker));
    if (left === undefined) continue;
    context.strokeText(name, left, marker.y + 4);
    context.fillText(name, left, marker.y + 4);
  }
  drawInRoom(context, zones, room);
}

/** Names of zones without markers between them; a name without room gives way. */
export function drawNames(
  context: CanvasRenderingContext2D,
  names: readonly PlacedName[],
  colors: Pick<Palette, 'text' | 'halo'>,
): void {
  setStyle(context, colors);
  drawInRoom(context, names, createRoom());
}

function setStyle(context: CanvasRenderingContext2D, { text, halo }: Pick<Palette, 'text' | 'halo'>): void {
  context.font = FONT;
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.strokeStyle = halo;
  context.fillStyle = text;
}

/** Names around their point. */
function drawInRoom(context: CanvasRenderingContext2D, names: readonly PlacedName[], room: Room): void {
  for (const { name, x, y } of names.slice(0, MAX_CANDIDATES)) {
    const short = shorten(name);
    const width = widthOf(context, short);
    const left = x - width / 2;
    const rectangle = { left, top: y - HEIGHT_PX / 2, right: left + width, bottom: y + HEIGHT_PX / 2 };
    if (!room.isFree(rectangle)) continue;
    room.take(rectangle);
    context.strokeText(short, left, y + 4);
    context.fillText(short, left, y + 4);
  }
}

export type PlacedName = { readonly name: string; readonly x: number; readonly y: number };

export type LabelledMarkers = {
  /** selected markers, whose names are always visible */
  readonly first: readonly PlacedMarker[];
  readonly markers: readonly PlacedMarker[];
  readonly clusters: readonly PlacedCluster[];
  /** names of zones, the most important first; they give way to all others */
  readonly zones?: readonly PlacedName[];
};

/** The left edge of the name, to the right or left of the marker; undefined: there is no room. */
function placeLabel({ x, y }: PlacedMarker, width: number, room: Room, isForced: boolean): number | undefined {
  const offset = isForced ? SELECTED_OFFSET_PX : OFFSET_PX;
  const [right, left] = [x + offset, x - offset - width];
  for (const at of [right, left]) {
    const rectangle = { left: at, top: y - HEIGHT_PX / 2, right: at + width, bottom: y + HEIGHT_PX / 2 };
    if (!isForced && !room.isFree(rectangle)) continue;
    room.take(rectangle);
    return at;
  }
  return undefined;
}

const around = (x: number, y: number, reach: number): Rectangle => ({
  left: x - reach,
  top: y - reach,
  right: x + reach,
  bottom: y + reach,
});

type Room = {
  readonly isFree: (rectangle: Rectangle) => boolean;
  readonly take: (rectangle: Rectangle) => void;
};

const CELL_PX = 64;
const CELLS_IN_A_ROW = 10_000;

/** The rectangles that are taken, by the squares of a grid that they touch. */
function createRoom(): Room {
  const cells = new Map<number, Rectangle[]>();

  function* keysOf({ left, top, right, bottom }: Rectangle): Generator<number> {
    for (let row = Math.floor(top / CELL_PX); row <= Math.floor(bottom / CELL_PX); row++) {
      for (let column = Math.floor(left / CELL_PX); column <= Math.floor(right / CELL_PX); column++)
        yield row * CELLS_IN_A_ROW + column;
    }
  }
  const overlaps = (a: Rectangle, b: Rectangle): boolean =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

  return {
    isFree(rectangle) {
      for (const key of keysOf(rectangle)) {
        if (cells.get(key)?.some((taken) => overlaps(taken, rectangle)) === true) return false;
      }
      return true;
    },
    take(rectangle) {
      for (const key of keysOf(rectangle)) {
        const found = cells.get(key);
        if (found === undefined) cells.set(key, [rectangle]);
        else found.push(rectangle);
      }
    },
  };
}

function widthOf(context: CanvasRenderingContext2D, name: string): number {
  let width = widths.get(name);
  if (width === undefined) {
    if (widths.size >= MAX_WIDTHS) widths.clear();
    widths.set(name, (width = context.measureText(name).width));
  }
  return width;
}

const shorten = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;
