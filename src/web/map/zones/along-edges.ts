import type { Position } from '../../../schema/zones/shape.js';
import { mercator } from '../../live/mercator.js';

/** How far a line of the projection may be from the edge, as a share of the world: a pixel at zoom level 18. */
const TOLERANCE = 1.5e-8;
const MAX_DEPTH = 8;

/** The line with places between, because an edge that is straight in longitude and latitude is a curve on the map. */
export function alongEdges(line: readonly Position[]): Position[] {
  const [first] = line;
  if (first === undefined) return [];
  return [first, ...line.slice(1).flatMap((to, index) => edge(line[index] ?? to, to, 0))];
}

/** The places after the first one. */
function edge(from: Position, to: Position, depth: number): Position[] {
  const middle: Position = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  if (depth >= MAX_DEPTH || from[0] === to[0] || from[1] === to[1]) return [to];
  const [y, start, end] = [middle, from, to].map((place) => mercator(place[1], place[0]).y);
  if (Math.abs((y ?? 0) - ((start ?? 0) + (end ?? 0)) / 2) <= TOLERANCE) return [to];
  return [...edge(from, middle, depth + 1), ...edge(middle, to, depth + 1)];
}
