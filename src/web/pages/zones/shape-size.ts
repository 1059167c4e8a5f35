import { unwrap } from '../../../domain/zones/longitude.js';
import type { Position, Shape } from '../../../schema/zones/shape.js';
import { metersBetween } from '../../map/zones/zone-outline.js';

/** Meters from west to east (in the middle) and from south to north, and along the line. */
export type ShapeSize = { readonly width: number; readonly height: number; readonly length: number };

export function shapeSize(shape: Shape): ShapeSize {
  if (shape.type === 'circle') return { width: 2 * shape.radius, height: 2 * shape.radius, length: 0 };
  const line = unwrap(shape.type === 'corridor' ? shape.coordinates : (shape.coordinates[0] ?? []));
  const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)];
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const middle: Position = [(west + east) / 2, (south + north) / 2];
  return {
    // In halves: the whole may be more than half the Earth.
    width: 2 * metersBetween([west, middle[1]], middle),
    height: metersBetween([middle[0], south], [middle[0], north]),
    length: line.slice(1).reduce((sum, to, index) => sum + metersBetween(line[index] ?? to, to), 0),
  };
}
