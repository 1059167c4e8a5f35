import type { Circle, Corridor, Polygon, Position, Shape } from '../../schema/zones/shape.js';
import { boxOf, growBox, splitBox, type Box } from './box.js';
import { edgesOf, flatten, isNearEdge } from './edge.js';
import { geodesicDistance, ringArea } from './geodesic.js';
import { unwrap } from './longitude.js';
import { isInside } from './ring.js';
import { inTurnOf } from './check-shape.js';

/** A shape as the tests of positions need it. */
export type PreparedShape = {
  readonly contains: (position: Position) => boolean;
  /** Is the position inside, or at most `meters` away from the edge? */
  readonly isWithin: (position: Position, meters: number) => boolean;
  /** of the circle of equal area, m */
  readonly meanRadius: () => number;
  /** that together contain the shape, from −180 to 180 */
  readonly boxes: readonly Box[];
};

export function prepareShape(shape: Shape): PreparedShape {
  switch (shape.type) {
    case 'circle':
      return prepareCircle(shape);
    case 'polygon':
      return preparePolygon(shape);
    case 'corridor':
      return prepareCorridor(shape);
  }
}

const radiusOf = (area: number): number => Math.sqrt(Math.max(0, area) / Math.PI);

const lengthOf = (line: readonly Position[]): number =>
  line.reduce((sum, position, index) => sum + geodesicDistance(line[index - 1] ?? position, position), 0);

function prepareCircle({ center, radius }: Circle): PreparedShape {
  const isWithin = (position: Position, meters: number): boolean =>
    geodesicDistance(center, position) <= radius + meters;
  return {
    contains: (position) => isWithin(position, 0),
    isWithin,
    meanRadius: () => radius,
    boxes: splitBox(growBox(boxOf([center]), radius)),
  };
}

function prepareCorridor({ coordinates, width }: Corridor): PreparedShape {
  const line = unwrap(coordinates);
  const edges = flatten(edgesOf(line));
  const isWithin = (position: Position, meters: number): boolean => isNearEdge(edges, position, width / 2 + meters);
  return {
    contains: (position) => isWithin(position, 0),
    isWithin,
    meanRadius: () => radiusOf(lengthOf(coordinates) * width + Math.PI * (width / 2) ** 2),
    boxes: splitBox(growBox(boxOf(line), width / 2)),
  };
}

function preparePolygon({ coordinates: [outer = [], ...holes] }: Polygon): PreparedShape {
  const line = unwrap(outer);
  const areaOfHoles = (): number => holes.reduce((sum, hole) => sum + ringArea(hole.slice(1)), 0);
  const box = boxOf(line);
  const middle = (box.west + box.east) / 2;
  const rings = [line, ...holes.map((hole) => inTurnOf(middle, unwrap(hole)))].map(edgesOf);
  const edges = flatten(rings.flat());
  const contains = ([longitude, latitude]: Position): boolean => {
    const turned = longitude + 360 * Math.round((middle - longitude) / 360);
    return isInside(edges, turned, latitude);
  };
  return {
    contains,
    isWithin: (position, meters) => contains(position) || isNearEdge(edges, position, meters),
    meanRadius: () => radiusOf(ringArea(outer.slice(1)) - areaOfHoles()),
    boxes: splitBox(box),
  };
}
