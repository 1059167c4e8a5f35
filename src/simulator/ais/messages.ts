import type { AisField } from './sentences.js';

/** A ship in the Wadden Sea, in the units of the message (ITU-R M.1371). */
export const DEFAULT_SHIP = {
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
export type AisShip = Partial<typeof DEFAULT_SHIP>;

export const head = (type: number, { mmsi, repeat }: Pick<typeof DEFAULT_SHIP, 'mmsi' | 'repeat'>): AisField[] => [
  [type, 6],
  [repeat, 2],
  [mmsi, 30],
];

export function classA(values: AisShip = {}, type = 1): AisField[] {
  const s = { ...DEFAULT_SHIP, ...values };
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

export const classBHead = (type: number, s: typeof DEFAULT_SHIP): AisField[] => [
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

export function classB(values: AisShip = {}): AisField[] {
  const s = { ...DEFAULT_SHIP, ...values };
  return [...classBHead(18, s), [0, 8], [s.raim, 1], [s.spare, 20]];
}

export const nameOf = (name: string, mmsi = DEFAULT_SHIP.mmsi): AisField[] => [
  ...head(24, { ...DEFAULT_SHIP, mmsi }),
  [0, 2],
  [name, 20],
  [0, 8],
];

export const callSignOf = (callSign: string, shipType: number, mmsi = DEFAULT_SHIP.mmsi): AisField[] => [
  ...head(24, { ...DEFAULT_SHIP, mmsi }),
  [1, 2],
  [shipType, 8],
  [0, 42],
  [callSign, 7],
  [0, 36],
];

export const safetyText = (text: string, mmsi: number): AisField[] => [
  ...head(14, { ...DEFAULT_SHIP, mmsi }),
  [0, 2],
  [text, text.length],
];
