import type { Position } from '../../../schema/zones/shape.js';
import { distanceToEdge } from '../edge.js';
import { RADIANS } from '../geodesic.js';
import { unwrap, wrap } from '../longitude.js';

/** A line with fewer vertices; `deviation`: how far a vertex that is left out is from the line at most, m. */
export type Simplified = { readonly line: readonly Position[]; readonly deviation: number };

/** m; no degree of latitude, and none of longitude on the equator, is longer. */
const MAX_DEGREE = 111_700;

/** A part of the line between two vertices that stay, and the vertex between them that is farthest from it. */
type Span = { readonly from: number; readonly to: number; readonly worst: number; readonly meters: number };

/**
 * Leaves out vertices by the rule of Douglas and Peucker, the one that is farthest from the line staying first: until
 * none is more than `tolerance` m away, or `maxVertices` stay. Yields after each vertex that stays.
 */
export function* simplify(
  line: readonly Position[],
  maxVertices: number,
  tolerance: number,
): Generator<undefined, Simplified> {
  const open = unwrap(line);
  const spans: Span[] = [spanOf(open, 0, open.length - 1)];
  while (spans.length + 1 < maxVertices) {
    const index = indexOfWorst(spans);
    const span = spans[index];
    if (span === undefined || span.meters <= tolerance) break;
    spans.splice(index, 1, spanOf(open, span.from, span.worst), spanOf(open, span.worst, span.to));
    yield;
  }
  const kept = [0, ...spans.map(({ to }) => to)];
  return {
    line: kept.flatMap((index) => line.slice(index, index + 1)),
    deviation: Math.max(...spans.map((span) => geodesicDeviation(open, span))),
  };
}

const indexOfWorst = (spans: readonly Span[]): number =>
  spans.reduce((worst, { meters }, index) => (meters > (spans[worst]?.meters ?? -1) ? index : worst), 0);

function spanOf(line: readonly Position[], from: number, to: number): Span {
  const [start, end] = [line[from], line[to]];
  let [worst, meters] = [from, 0];
  if (start === undefined || end === undefined) return { from, to, worst, meters };
  for (let index = from + 1; index < to; index += 1) {
    const position = line[index];
    if (position === undefined) continue;
    const distance = flatDistance(position, start, end);
    if (distance > meters) [worst, meters] = [index, distance];
  }
  return { from, to, worst, meters };
}

/** From a position to an edge on the plane that touches the Earth in the position: exact where they are near. */
function flatDistance([longitude, latitude]: Position, start: Position, end: Position): number {
  const eastward = MAX_DEGREE * Math.cos(latitude * RADIANS);
  const [x, y] = [(start[0] - longitude) * eastward, (start[1] - latitude) * MAX_DEGREE];
  const [dx, dy] = [(end[0] - start[0]) * eastward, (end[1] - start[1]) * MAX_DEGREE];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / length));
  // Math.hypot takes several times as long.
  return Math.sqrt((x + share * dx) ** 2 + (y + share * dy) ** 2);
}

function geodesicDeviation(line: readonly Position[], { from, to, worst, meters }: Span): number {
  const [start, end, position] = [line[from], line[to], line[worst]];
  if (meters === 0 || start === undefined || end === undefined || position === undefined) return 0;
  return distanceToEdge({ from: start, to: end }, [wrap(position[0]), position[1]]);
}
