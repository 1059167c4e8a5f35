/** An unsigned number: where it begins, how wide, parts of its unit, the first value that is none. */
type Numeric = { readonly at: number; readonly width: number; readonly per: number; readonly none: number };

/** Longitude and behind it latitude, in two's complement; parts of a degree. */
type Place = { readonly at: number; readonly longitude: number; readonly latitude: number; readonly per: number };

/** Where a message that reports a position has what; a number alone is the bit it begins at. */
export type Layout = {
  /** bits up to the last one that is read; what ends before is cut off */
  readonly bits: number;
  readonly place: Place;
  /** knots */
  readonly speed?: Numeric;
  readonly course?: Numeric;
  readonly heading?: Numeric;
  /** m */
  readonly altitude?: Numeric;
  /** year, month, day and time of day, as base stations tell it */
  readonly dateTime?: number;
  readonly second?: number;
  readonly status?: number;
  readonly turn?: number;
  readonly accuracy: number;
  readonly raim: number;
  readonly offPosition?: number;
  readonly virtual?: number;
};

const fine = (at: number): Place => ({ at, longitude: 28, latitude: 27, per: 600_000 });
const knots = (at: number, per: number): Numeric => ({ at, width: 10, per, none: 1023 });
const course = (at: number): Numeric => ({ at, width: 12, per: 10, none: 3600 });
/** 511 is not available. Some senders have 360 for north. */
const heading = (at: number): Numeric => ({ at, width: 9, per: 1, none: 361 });

/** ITU-R M.1371-5, Annex 8, table 48. */
const classA: Layout = {
  bits: 149,
  status: 38,
  turn: 42,
  speed: knots(50, 10),
  accuracy: 60,
  place: fine(61),
  course: course(116),
  heading: heading(128),
  second: 137,
  raim: 148,
};

/** Table 51. */
const baseStation: Layout = { bits: 149, dateTime: 38, accuracy: 78, place: fine(79), raim: 148 };

/** Table 66. */
const classB: Layout = {
  bits: 148,
  speed: knots(46, 10),
  accuracy: 56,
  place: fine(57),
  course: course(112),
  heading: heading(124),
  second: 133,
  raim: 147,
};

/** Messages that report where their sender is. Others have positions of something else in them. */
export const layouts: ReadonlyMap<number, Layout> = new Map([
  [1, classA],
  [2, classA],
  [3, classA],
  [4, baseStation],
  [11, baseStation],
  [18, classB],
  // Table 67: the same, and what the vessel is.
  [19, { ...classB, bits: 306, raim: 305 }],
  [
    // Table 58: aircraft in search and rescue.
    9,
    {
      bits: 148,
      altitude: { at: 38, width: 12, per: 1, none: 4095 },
      speed: knots(50, 1),
      accuracy: 60,
      place: fine(61),
      course: course(116),
      second: 128,
      raim: 147,
    },
  ],
  [
    // Table 71: aids to navigation.
    21,
    { bits: 270, accuracy: 163, place: fine(164), second: 253, offPosition: 259, raim: 268, virtual: 269 },
  ],
  [
    // Table 79: heard by satellites.
    27,
    {
      bits: 95,
      accuracy: 38,
      raim: 39,
      status: 40,
      place: { at: 44, longitude: 18, latitude: 17, per: 600 },
      speed: { at: 79, width: 6, per: 1, none: 63 },
      course: { at: 85, width: 9, per: 1, none: 360 },
    },
  ],
]);
