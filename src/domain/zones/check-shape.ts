import { success, type Failure, type Result } from '../../errors.js';
import {
  MAX_RADIUS,
  MAX_VERTICES,
  MAX_WIDTH,
  type Polygon,
  type Position,
  type Ring,
  type Shape,
} from '../../schema/zones/shape.js';
import { boxOf } from './box.js';
import { shapeErrors } from './messages.js';
import { edgesOf, flatten, type Edge } from './edge.js';
import { longitudeDifference, unwrap } from './longitude.js';
import { doEdgesMeet, isInside, isReversal } from './ring.js';

/** Why a shape of the right form is no area on the Earth; `pointer`: where the shape is. */
export function checkShape(shape: Shape, pointer = '/shape'): Result<Shape> {
  const refused = refusalOf(shape, pointer);
  return refused ?? success(shape);
}

function refusalOf(shape: Shape, pointer: string): Failure | undefined {
  switch (shape.type) {
    case 'circle':
      return checkLine([shape.center], `${pointer}/center`) ?? checkSize(shape.radius, MAX_RADIUS, `${pointer}/radius`);
    case 'corridor':
      return (
        checkLine(shape.coordinates, `${pointer}/coordinates`) ?? checkSize(shape.width, MAX_WIDTH, `${pointer}/width`)
      );
    case 'polygon':
      return checkPolygon(shape, `${pointer}/coordinates`);
  }
}

const checkSize = (meters: number, max: number, pointer: string): Failure | undefined =>
  meters > 0 && meters <= max ? undefined : shapeErrors.size({ limit: max }, pointer);

const isPosition = ([longitude, latitude]: Position): boolean => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;

const isSame = (a: Position, b: Position): boolean => longitudeDifference(a[0], b[0]) % 360 === 0 && a[1] === b[1];

/** No position outside of the Earth, none twice in a row, no edge halfway around it. */
function checkLine(line: readonly Position[], pointer: string): Failure | undefined {
  const outside = line.findIndex((position) => !isPosition(position));
  if (outside >= 0) return shapeErrors.position(`${pointer}/${outside}`);
  for (const [index, position] of line.entries()) {
    const before = line[index - 1];
    if (before === undefined) continue;
    if (isSame(before, position)) return shapeErrors.repeats(`${pointer}/${index}`);
    if (Math.abs(longitudeDifference(before[0], position[0])) >= 180) return shapeErrors.halfway(`${pointer}/${index}`);
  }
  return undefined;
}

function checkPolygon({ coordinates }: Polygon, pointer: string): Failure | undefined {
  const vertices = coordinates.reduce((sum, ring) => sum + ring.length - 1, 0);
  if (vertices > MAX_VERTICES) return shapeErrors.tooManyVertices({ limit: MAX_VERTICES, vertices }, pointer);
  for (const [index, ring] of coordinates.entries()) {
    const refused = checkRing(ring, `${pointer}/${index}`);
    if (refused !== undefined) return refused;
  }
  return checkHoles(coordinates, pointer);
}

function checkRing(ring: Ring, pointer: string): Failure | undefined {
  const [first, last] = [ring[0], ring.at(-1)];
  if (first === undefined || last === undefined || ring.length < 4) return shapeErrors.tooShort(pointer);
  if (first[0] !== last[0] || first[1] !== last[1]) return shapeErrors.open(pointer);
  const refused = checkLine(ring, pointer);
  if (refused !== undefined) return refused;
  const pole = ring.findIndex(([, latitude]) => Math.abs(latitude) === 90);
  if (pole >= 0) return shapeErrors.pole(`${pointer}/${pole}`);
  const line = unwrap(ring);
  const { west, east } = boxOf(line);
  if (line.at(-1)?.[0] !== line[0]?.[0] || east - west >= 360) return shapeErrors.aroundEarth(pointer);
  const crossing = crossingOf(edgesOf(line));
  return crossing === undefined ? undefined : shapeErrors.crossing({ edge: crossing[0], other: crossing[1] }, pointer);
}

/** The first two edges of a ring that meet elsewhere than in the vertex that they share; counted from 0. */
function crossingOf(edges: readonly Edge[]): readonly [number, number] | undefined {
  for (const [index, edge] of edges.entries()) {
    const next = (index + 1) % edges.length;
    const after = edges[next];
    if (after !== undefined && isReversal(edge, after)) return [index, next];
    for (let other = index + 2; other < edges.length; other += 1) {
      const candidate = edges[other];
      const isNeighbor = index === 0 && other === edges.length - 1;
      if (candidate !== undefined && !isNeighbor && doEdgesMeet(edge, candidate)) return [index, other];
    }
  }
  return undefined;
}

/** Each hole lies inside the outer ring, and none in another one. */
function checkHoles([outer, ...holes]: readonly Ring[], pointer: string): Failure | undefined {
  if (outer === undefined || holes.length === 0) return undefined;
  const line = unwrap(outer);
  const middle = middleOf(line);
  const outerEdges = edgesOf(line);
  const holeEdges = holes.map((hole) => edgesOf(inTurnOf(middle, unwrap(hole))));
  for (const [index, edges] of holeEdges.entries()) {
    const place = `${pointer}/${index + 1}`;
    if (!liesInside(edges, outerEdges)) return shapeErrors.holeOutside(place);
    const other = holeEdges.findIndex((one, at) => at !== index && (doMeet(edges, one) || liesInside(edges, one)));
    if (other >= 0) return shapeErrors.holeTouches({ other: other + 1 }, place);
  }
  return undefined;
}

/** The inner ring has no point in common with the edges of the outer one, and lies in it. */
function liesInside(inner: readonly Edge[], outer: readonly Edge[]): boolean {
  const [first] = inner;
  return first !== undefined && isInside(flatten(outer), ...first.from) && !doMeet(inner, outer);
}

const doMeet = (some: readonly Edge[], others: readonly Edge[]): boolean =>
  some.some((one) => others.some((other) => doEdgesMeet(one, other)));

function middleOf(line: readonly Position[]): number {
  const { west, east } = boxOf(line);
  return (west + east) / 2;
}

/** The unwrapped line moved by whole turns, so that it is as near to the longitude as possible. */
export function inTurnOf(longitude: number, line: readonly Position[]): Position[] {
  const turns = Math.round((longitude - middleOf(line)) / 360);
  return line.map(([x, y]) => [x + 360 * turns, y]);
}
