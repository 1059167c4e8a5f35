/** An unsigned number: first bit, width, parts per unit, the lowest value that means not available. */
type NumberLayout = {
  readonly at: number;
  readonly width: number;
  readonly unitParts: number;
  readonly unavailableFrom: number;
};

/** Longitude followed by latitude, in two's complement; `unitParts` per degree. */
type PositionLayout = {
  readonly at: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly unitParts: number;
};

/** The fields of a position report; a plain number is the first bit of the field. */
export type BitLayout = {
  /** minimum number of bits; a shorter message is truncated */
  readonly bits: number;
  readonly position: PositionLayout;
  /** knots */
  readonly speed?: NumberLayout;
  readonly course?: NumberLayout;
  readonly heading?: NumberLayout;
  /** m */
  readonly altitude?: NumberLayout;
  /** year, month, day and time of day, in reports of base stations */
  readonly dateTime?: number;
  readonly second?: number;
  readonly status?: number;
  readonly turn?: number;
  readonly accuracy: number;
  readonly raim: number;
  readonly offPosition?: number;
  readonly virtual?: number;
};

const finePosition = (at: number): PositionLayout => ({ at, longitude: 28, latitude: 27, unitParts: 600_000 });
const knots = (at: number, unitParts: number): NumberLayout => ({ at, width: 10, unitParts, unavailableFrom: 1023 });
const course = (at: number): NumberLayout => ({ at, width: 12, unitParts: 10, unavailableFrom: 3600 });
/** 511 is not available. Some senders use 360 for north. */
const heading = (at: number): NumberLayout => ({ at, width: 9, unitParts: 1, unavailableFrom: 361 });

/** ITU-R M.1371-5, Annex 8, table 48. */
const CLASS_A: BitLayout = {
  bits: 149,
  status: 38,
  turn: 42,
  speed: knots(50, 10),
  accuracy: 60,
  position: finePosition(61),
  course: course(116),
  heading: heading(128),
  second: 137,
  raim: 148,
};

/** Table 51. */
const BASE_STATION: BitLayout = { bits: 149, dateTime: 38, accuracy: 78, position: finePosition(79), raim: 148 };

/** Table 66. */
const CLASS_B: BitLayout = {
  bits: 148,
  speed: knots(46, 10),
  accuracy: 56,
  position: finePosition(57),
  course: course(112),
  heading: heading(124),
  second: 133,
  raim: 147,
};

/** Messages with the position of their sender; others may hold other positions. */
export const LAYOUTS: ReadonlyMap<number, BitLayout> = new Map([
  [1, CLASS_A],
  [2, CLASS_A],
  [3, CLASS_A],
  [4, BASE_STATION],
  [11, BASE_STATION],
  [18, CLASS_B],
  // Table 67: the same with static data.
  [19, { ...CLASS_B, bits: 306, raim: 305 }],
  [
    // Table 58: search and rescue aircraft.
    9,
    {
      bits: 148,
      altitude: { at: 38, width: 12, unitParts: 1, unavailableFrom: 4095 },
      speed: knots(50, 1),
      accuracy: 60,
      position: finePosition(61),
      course: course(116),
      second: 128,
      raim: 147,
    },
  ],
  [
    // Table 71: aids to navigation.
    21,
    { bits: 270, accuracy: 163, position: finePosition(164), second: 253, offPosition: 259, raim: 268, virtual: 269 },
  ],
  [
    // Table 79: long range, received by satellites.
    27,
    {
      bits: 95,
      accuracy: 38,
      raim: 39,
      status: 40,
      position: { at: 44, longitude: 18, latitude: 17, unitParts: 600 },
      speed: { at: 79, width: 6, unitParts: 1, unavailableFrom: 63 },
      course: { at: 85, width: 9, unitParts: 1, unavailableFrom: 360 },
    },
  ],
]);
