import { longitudeDifference, wrap } from '../../../domain/zones/longitude.js';
import type { Position, Ring, Shape } from '../../../schema/zones/shape.js';

/** A shape while it is drawn: it may not be complete. */
export type Draft = {
  readonly type: Shape['type'];
  /** of a circle; undefined: not set yet */
  readonly center: Position | undefined;
  /** m */
  readonly radius: number;
  /** of a polygon, without the first one again, or of a corridor */
  readonly vertices: readonly Position[];
  /** kept as they are */
  readonly holes: readonly Ring[];
  /** m, from side to side */
  readonly width: number;
};

/** What can be moved on the map: the center and a point of the edge of a circle, a vertex, the middle of an edge. */
export type Handle =
  { readonly kind: 'center' | 'radius' } | { readonly kind: 'vertex' | 'middle'; readonly index: number };

export const MAX_VERTICES = 200;
const DEFAULT_RADIUS = 100;
const DEFAULT_WIDTH = 30;
/** Decimals of a degree: about 1 cm. */
const DECIMALS = 7;

export const emptyDraft = (type: Shape['type']): Draft => ({
  type,
  center: undefined,
  radius: DEFAULT_RADIUS,
  vertices: [],
  holes: [],
  width: DEFAULT_WIDTH,
});

export function draftOf(shape: Shape): Draft {
  const empty = emptyDraft(shape.type);
  switch (shape.type) {
    case 'circle':
      return { ...empty, center: shape.center, radius: shape.radius };
    case 'polygon': {
      const [outer = [], ...holes] = shape.coordinates;
      return { ...empty, vertices: outer.slice(0, -1), holes };
    }
    case 'corridor':
      return { ...empty, vertices: shape.coordinates, width: shape.width };
  }
}

/** The shape, as far as it is complete: the gateway checks the rest. */
export function shapeOf({ type, center, radius, vertices, holes, width }: Draft): Shape | undefined {
  if (type === 'circle') return center === undefined || !(radius > 0) ? undefined : { type, center, radius };
  const [first] = vertices;
  if (first === undefined) return undefined;
  if (type === 'corridor')
    return vertices.length < 2 || !(width > 0) ? undefined : { type, coordinates: vertices, width };
  return vertices.length < 3 ? undefined : { type, coordinates: [[...vertices, first], ...holes] };
}

/** A place as it is stored; the map shows the world more than once. */
export const storedPosition = ([longitude, latitude]: Position): Position => [
  round(wrap(longitude)),
  round(Math.max(-90, Math.min(90, latitude))),
];

const round = (degrees: number): number => Number(degrees.toFixed(DECIMALS));

export function withVertex(draft: Draft, index: number, position: Position): Draft {
  if (draft.vertices.length >= MAX_VERTICES) return draft;
  return { ...draft, vertices: draft.vertices.toSpliced(index, 0, storedPosition(position)) };
}

export const withMovedVertex = (draft: Draft, index: number, position: Position): Draft => ({
  ...draft,
  vertices: draft.vertices.with(index, storedPosition(position)),
});

export const withoutVertex = (draft: Draft, index: number): Draft => ({
  ...draft,
  vertices: draft.vertices.toSpliced(index, 1),
});

/** Radius and width in whole meters, as far as they are a meter or more. */
export const roundMeters = (meters: number): number => Math.max(1, Math.round(meters));

export type Measure = (a: Position, b: Position) => number;

/** The draft with a handle at a position; `middle`: with a new vertex there. */
export function withHandle(draft: Draft, handle: Handle, position: Position, metersBetween: Measure): Draft {
  switch (handle.kind) {
    case 'center':
      return { ...draft, center: storedPosition(position) };
    case 'radius':
      return draft.center === undefined
        ? draft
        : { ...draft, radius: roundMeters(metersBetween(draft.center, position)) };
    case 'vertex':
      return withMovedVertex(draft, handle.index, position);
    case 'middle':
      return withVertex(draft, handle.index + 1, position);
  }
}

/** The middles of the edges; that of the last and first vertex of a polygon too. */
export function middlesOf({ type, vertices }: Draft): readonly Position[] {
  const isClosed = type === 'polygon' && vertices.length > 2;
  return vertices.slice(0, isClosed ? undefined : -1).map(([longitude, latitude], index) => {
    const [toLongitude, toLatitude] = vertices[(index + 1) % vertices.length] ?? [longitude, latitude];
    return [
      wrap(longitude + longitudeDifference(longitude, toLongitude) / 2),
      (latitude + toLatitude) / 2,
    ] satisfies Position;
  });
}
