import type { Position } from '../../schema/zones/shape.js';

/** The difference of two longitudes the short way around, −180 to 180. */
export function longitudeDifference(from: number, to: number): number {
  const difference = to - from;
  if (difference > 180) return difference - 360;
  return difference < -180 ? difference + 360 : difference;
}

/** The line with longitudes that go on beyond ±180, so that no edge jumps at the antimeridian. */
export function unwrap(line: readonly Position[]): Position[] {
  let before: number | undefined;
  return line.map(([longitude, latitude]) => {
    const next = before === undefined ? longitude : before + longitudeDifference(wrap(before), longitude);
    before = next;
    return [next, latitude];
  });
}

/** The same longitude from −180 to 180. */
export function wrap(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude;
  const turned = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return turned;
}
