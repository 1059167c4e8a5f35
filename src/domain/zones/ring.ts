import type { Position } from '../../schema/zones/shape.js';
import { NUMBERS_OF_EDGE, type Edge, type FlatEdges } from './edge.js';

/** Twice the signed area of a triangle: positive if c is to the left of the line from a to b. */
const turn = (a: Position, b: Position, c: Position): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** The point is on the straight line through the edge: is it also between its ends? */
const isBetween = ({ from, to }: Edge, [x, y]: Position): boolean =>
  x >= Math.min(from[0], to[0]) &&
  x <= Math.max(from[0], to[0]) &&
  y >= Math.min(from[1], to[1]) &&
  y <= Math.max(from[1], to[1]);

/** The edges have a point in common; both in the same turn of longitude. */
export function doEdgesMeet(one: Edge, other: Edge): boolean {
  const [a, b] = [turn(one.from, one.to, other.from), turn(one.from, one.to, other.to)];
  const [c, d] = [turn(other.from, other.to, one.from), turn(other.from, other.to, one.to)];
  if (Math.sign(a) * Math.sign(b) < 0 && Math.sign(c) * Math.sign(d) < 0) return true;
  return (
    (a === 0 && isBetween(one, other.from)) ||
    (b === 0 && isBetween(one, other.to)) ||
    (c === 0 && isBetween(other, one.from)) ||
    (d === 0 && isBetween(other, one.to))
  );
}

/** The edge turns back on the one before it. */
export const isReversal = (before: Edge, after: Edge): boolean =>
  turn(before.from, before.to, after.to) === 0 &&
  (after.to[0] - after.from[0]) * (before.to[0] - before.from[0]) +
    (after.to[1] - after.from[1]) * (before.to[1] - before.from[1]) <
    0;

/** The number of edges that a ray to the east crosses is odd. */
export function isInside(edges: FlatEdges, x: number, y: number): boolean {
  let isOdd = false;
  for (let at = 0; at < edges.length; at += NUMBERS_OF_EDGE) {
    const y1 = edges[at + 1] ?? 0;
    const y2 = edges[at + 3] ?? 0;
    if (y1 > y === y2 > y) continue;
    const x1 = edges[at] ?? 0;
    if (x < x1 + ((y - y1) * ((edges[at + 2] ?? 0) - x1)) / (y2 - y1)) isOdd = !isOdd;
  }
  return isOdd;
}
