import type { Position } from '../../schema/zones/shape.js';
import { latitudeMargin, longitudeMargin } from './box.js';
import { chordSquared, geodesicDistance, toSpace } from './geodesic.js';
import { longitudeDifference, wrap } from './longitude.js';

/** A line between two positions that is straight in longitude and latitude; unwrapped. */
export type Edge = { readonly from: Position; readonly to: Position };

export const edgesOf = (line: readonly Position[]): Edge[] =>
  line.slice(1).map((to, index) => ({ from: line[index] ?? to, to }));

/**
 * The edges of a shape one after the other, each as longitude and latitude of its two ends: all zones stay in memory, and
 * every fix near a zone is compared with all of its edges.
 */
export type FlatEdges = Float64Array;

export const flatten = (edges: readonly Edge[]): FlatEdges =>
  Float64Array.from(edges.flatMap(({ from, to }) => [...from, ...to]));

export const NUMBERS_OF_EDGE = 4;

/** Degrees between the samples among which the nearest place is looked for. */
const SAMPLE_DEGREES = 2;
/** Steps of the golden section: 4° become less than a micrometer. */
const STEPS = 44;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The position at a share of the edge. */
const along = ({ from, to }: Edge, share: number): Position => [
  from[0] + share * (to[0] - from[0]),
  from[1] + share * (to[1] - from[1]),
];

/** The geodesic distance to the nearest place of the edge, m. */
export function distanceToEdge(edge: Edge, position: Position): number {
  const target = toSpace(...position);
  const chordAt = (share: number): number => chordSquared(target, toSpace(...along(edge, share)));
  const { from, to } = edge;
  const length = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  const samples = Math.ceil(length / SAMPLE_DEGREES);
  let nearest = 0;
  let least = Infinity;
  for (let sample = 0; sample <= samples; sample += 1) {
    const chord = chordAt(sample / samples);
    if (chord < least) [least, nearest] = [chord, sample];
  }
  const share = minimum(chordAt, Math.max(0, nearest - 1) / samples, Math.min(samples, nearest + 1) / samples);
  const [longitude, latitude] = along(edge, share);
  return geodesicDistance(position, [wrap(longitude), latitude]);
}

/** Where a function with one minimum between `low` and `high` has it. */
function minimum(valueAt: (share: number) => number, low: number, high: number): number {
  let [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [atLeft, atRight] = [valueAt(left), valueAt(right)];
  for (let step = 0; step < STEPS; step += 1) {
    if (atLeft < atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - GOLDEN * (high - low);
      atLeft = valueAt(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + GOLDEN * (high - low);
      atRight = valueAt(right);
    }
  }
  const middle = (low + high) / 2;
  // Where the edge ends nearest, the section only comes close to the end.
  return [0, 1, middle].reduce((best, share) => (valueAt(share) < valueAt(best) ? share : best), middle);
}

/** Is one of the edges within `meters` of the position? Far edges cost two comparisons. */
export function isNearEdge(edges: FlatEdges, position: Position, meters: number): boolean {
  const [longitude, latitude] = position;
  const latitudes = latitudeMargin(meters);
  const longitudes = longitudeMargin(latitude, meters);
  for (let at = 0; at < edges.length; at += NUMBERS_OF_EDGE) {
    const [x1, y1] = [edges[at] ?? 0, edges[at + 1] ?? 0];
    const [x2, y2] = [edges[at + 2] ?? 0, edges[at + 3] ?? 0];
    if (Math.min(y1, y2) - latitudes > latitude || Math.max(y1, y2) + latitudes < latitude) continue;
    const offset = Math.abs(longitudeDifference(longitude, wrap((x1 + x2) / 2)));
    if (offset > Math.abs(x2 - x1) / 2 + longitudes) continue;
    if (distanceToEdge({ from: [x1, y1], to: [x2, y2] }, position) <= meters) return true;
  }
  return false;
}
