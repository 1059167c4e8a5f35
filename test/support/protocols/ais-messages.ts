import { classBHead, head, DEFAULT_SHIP, type AisShip } from '../../../src/simulator/ais/messages.js';
import type { AisField } from '../../../src/simulator/ais/sentences.js';

export { callSignOf, classA, classB, nameOf, safetyText } from '../../../src/simulator/ais/messages.js';

export function extendedClassB(name: string, shipType: number, given: AisShip = {}): AisField[] {
  const s = { ...DEFAULT_SHIP, ...given };
  return [...classBHead(19, s), [0, 4], [name, 20], [shipType, 8], [0, 34], [s.raim, 1], [0, 6]];
}

export function aircraft(altitude: number, given: AisShip = {}): AisField[] {
  const s = { ...DEFAULT_SHIP, mmsi: 111_244_001, ...given };
  return [
    ...head(9, s),
    [altitude, 12],
    [s.speed, 10],
    [s.accuracy, 1],
    [s.longitude, 28],
    [s.latitude, 27],
    [s.course, 12],
    [s.second, 6],
    [0, 13],
    [s.raim, 1],
    [0, 20],
  ];
}

type Utc = readonly [year: number, month: number, day: number, hour: number, minute: number, second: number];

export function baseStation(utc: Utc, type = 4, given: AisShip = {}): AisField[] {
  const s = { ...DEFAULT_SHIP, mmsi: 2_442_001, ...given };
  const widths = [14, 4, 5, 5, 6, 6] as const;
  return [
    ...head(type, s),
    ...utc.map((value, place): AisField => [value, widths[place] ?? 0]),
    [s.accuracy, 1],
    [s.longitude, 28],
    [s.latitude, 27],
    [0, 14],
    [s.raim, 1],
    [0, 19],
  ];
}

type Aid = AisShip & { readonly offPosition?: number; readonly virtual?: number };

export function aid(kind: number, name: string, given: Aid = {}): AisField[] {
  const s = { ...DEFAULT_SHIP, mmsi: 992_446_001, offPosition: 0, virtual: 0, ...given };
  return [
    ...head(21, s),
    [kind, 5],
    [name.slice(0, 20), 20],
    [s.accuracy, 1],
    [s.longitude, 28],
    [s.latitude, 27],
    [0, 34],
    [s.second, 6],
    [s.offPosition, 1],
    [0, 8],
    [s.raim, 1],
    [s.virtual, 1],
    [0, 2],
    [name.slice(20), name.slice(20).length],
  ];
}

/** Speed in knots, course in degrees, position in 1/10 minute. */
export function longRange(given: AisShip = {}): AisField[] {
  const s = { ...DEFAULT_SHIP, longitude: 5.25 * 600, latitude: 53.3 * 600, speed: 7, course: 287, ...given };
  return [
    ...head(27, s),
    [s.accuracy, 1],
    [s.raim, 1],
    [s.status, 4],
    [s.longitude, 18],
    [s.latitude, 17],
    [s.speed, 6],
    [s.course, 9],
    [0, 2],
  ];
}

export const voyage = (name: string, callSign: string, destination: string, mmsi = DEFAULT_SHIP.mmsi): AisField[] => [
  ...head(5, { ...DEFAULT_SHIP, mmsi }),
  [0, 2],
  [9_074_729, 30],
  [callSign, 7],
  [name, 20],
  [70, 8],
  [0, 62],
  [destination, 20],
  [0, 2],
];
