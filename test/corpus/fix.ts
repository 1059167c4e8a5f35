import type { Location } from '../../src/schema/records/location.js';

/** A fix as gpsd reports it; m/s. */
export type Fix = {
  readonly time?: string;
  readonly valid: boolean;
  readonly latitude: number;
  readonly longitude: number;
  readonly speed?: number;
  readonly course?: number;
  readonly altitude?: number;
};

export type Value = 'position' | 'speed' | 'course' | 'altitude';
export const values: readonly Value[] = ['position', 'speed', 'course', 'altitude'];

type Tolerance = Readonly<Record<Exclude<Value, 'position'>, number>>;

/** gpsd writes mm/s, mm and at least three decimals of a degree of course; we keep a tenth of a mm/s. */
const written: Tolerance = { speed: 0.0006, course: 0.0006, altitude: 0.0006 };
/** What gpsd has from the sentences of a receiver that says the same in packets: dm, and thousandths of a knot. */
export const ofSentences: Tolerance = { ...written, speed: 0.0011, altitude: 0.0501 };

export type Verdict = 'same' | 'differs' | 'missing' | 'not asserted';

/** One value of ours against the one asserted. */
export function judge(ours: Location, asserted: Fix, value: Value, tolerance = written): Verdict {
  if (value === 'position') {
    const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6;
    return near(ours.latitude, asserted.latitude) && near(ours.longitude, asserted.longitude) ? 'same' : 'differs';
  }
  const theirs = asserted[value];
  if (theirs === undefined) return 'not asserted';
  const own = ours[value];
  if (own === undefined) return 'missing';
  return Math.abs(own - theirs) <= tolerance[value] ? 'same' : 'differs';
}

/** gpsd takes the altitude, in whole feet, of Garmin's own sentence; we that of GGA, which is the standard's. */
export const hasFeet = (input: string): boolean => input.includes('$PGRMZ');
