import type { Field } from './ais.js';

/** What a ship in the Wadden Sea says; every value as it stands in the message. */
const ship = {
  mmsi: 244_660_001,
  repeat: 0,
  status: 0,
  turn: 0,
  speed: 74,
  accuracy: 1,
  longitude: 5.25 * 600_000,
  latitude: 53.3 * 600_000,
  course: 2_874,
  heading: 286,
  second: 12,
  raim: 0,
  spare: 0,
};
type Ship = Partial<typeof ship>;

const head = (type: number, { mmsi, repeat }: Pick<typeof ship, 'mmsi' | 'repeat'>): Field[] => [
  [type, 6],
  [repeat, 2],
  [mmsi, 30],
];

export function classA(given: Ship = {}, type = 1): Field[] {
  const s = { ...ship, ...given };
  return [
    ...head(type, s),
    [s.status, 4],
    [s.turn, 8],
    [s.speed, 10],
    [s.accuracy, 1],
    [s.longitude, 28],
    [s.latitude, 27],
    [s.course, 12],
    [s.heading, 9],
    [s.second, 6],
    [0, 5],
    [s.raim, 1],
    [s.spare, 19],
  ];
}

const classBHead = (type: number, s: typeof ship): Field[] => [
  ...head(type, s),
  [0, 8],
  [s.speed, 10],
  [s.accuracy, 1],
  [s.longitude, 28],
  [s.latitude, 27],
  [s.course, 12],
  [s.heading, 9],
  [s.second, 6],
];

export function classB(given: Ship = {}): Field[] {
  const s = { ...ship, ...given };
  return [...classBHead(18, s), [0, 8], [s.raim, 1], [s.spare, 20]];
}

export function extendedClassB(name: string, shipType: number, given: Ship = {}): Field[] {
  const s = { ...ship, ...given };
  return [...classBHead(19, s), [0, 4], [name, 20], [shipType, 8], [0, 34], [s.raim, 1], [0, 6]];
}

export function aircraft(altitude: number, given: Ship = {}): Field[] {
  const s = { ...ship, mmsi: 111_244_001, ...given };
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

export function baseStation(utc: Utc, type = 4, given: Ship = {}): Field[] {
  const s = { ...ship, mmsi: 2_442_001, ...given };
  const widths = [14, 4, 5, 5, 6, 6] as const;
  return [
    ...head(type, s),
    ...utc.map((value, place): Field => [value, widths[place] ?? 0]),
    [s.accuracy, 1],
    [s.longitude, 28],
    [s.latitude, 27],
    [0, 14],
    [s.raim, 1],
    [0, 19],
  ];
}

type Aid = Ship & { readonly offPosition?: number; readonly virtual?: number };

export function aid(kind: number, name: string, given: Aid = {}): Field[] {
  const s = { ...ship, mmsi: 992_446_001, offPosition: 0, virtual: 0, ...given };
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

/** Speed in knots, course in degrees, the place in tenths of a minute. */
export function longRange(given: Ship = {}): Field[] {
  const s = { ...ship, longitude: 5.25 * 600, latitude: 53.3 * 600, speed: 7, course: 287, ...given };
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

export const voyage = (name: string, callSign: string, destination: string, mmsi = ship.mmsi): Field[] => [
  ...head(5, { ...ship, mmsi }),
  [0, 2],
  [9_074_729, 30],
  [callSign, 7],
  [name, 20],
  [70, 8],
  [0, 62],
  [destination, 20],
  [0, 2],
];

export const nameOf = (name: string, mmsi = ship.mmsi): Field[] => [
  ...head(24, { ...ship, mmsi }),
  [0, 2],
  [name, 20],
  [0, 8],
];

export const callSignOf = (callSign: string, shipType: number, mmsi = ship.mmsi): Field[] => [
  ...head(24, { ...ship, mmsi }),
  [1, 2],
  [shipType, 8],
  [0, 42],
  [callSign, 7],
  [0, 36],
];

export const safetyText = (words: string, mmsi: number): Field[] => [
  ...head(14, { ...ship, mmsi }),
  [0, 2],
  [words, words.length],
];
