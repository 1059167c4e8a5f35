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
  /** above the ellipsoid */
  readonly altitudeHae?: number;
};

export type Value = 'position' | 'speed' | 'course' | 'altitude';
export const VALUES: readonly Value[] = ['position', 'speed', 'course', 'altitude'];

type Tolerance = Readonly<Record<Exclude<Value, 'position'>, number>>;

/** gpsd writes mm/s, mm and at least three decimals of a degree of course; locations have 0.1 mm/s. */
const GPSD_PRECISION: Tolerance = { speed: 0.0006, course: 0.0006, altitude: 0.0006 };
/** The precision of values that gpsd took from sentences instead of packets: dm and 0.001 knots. */
export const SENTENCE_PRECISION: Tolerance = { ...GPSD_PRECISION, speed: 0.0011, altitude: 0.0501 };

export type Verdict = 'same' | 'differs' | 'missing' | 'not asserted';

/** Compares one value with the asserted one. */
export function judge(decoded: Location, asserted: Fix, value: Value, tolerance = GPSD_PRECISION): Verdict {
  if (value === 'position') {
    const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6;
    return near(decoded.latitude, asserted.latitude) && near(decoded.longitude, asserted.longitude)
      ? 'same'
      : 'differs';
  }
  const assertedValue = asserted[value];
  if (assertedValue === undefined) return 'not asserted';
  const decodedValue = decoded[value];
  if (decodedValue === undefined) return 'missing';
  return Math.abs(decodedValue - assertedValue) <= tolerance[value] ? 'same' : 'differs';
}

/** gpsd takes the altitude from Garmin's own sentence, in whole feet; the decoder takes it from the standard GGA. */
export const hasFeet = (input: string): boolean => input.includes('$PGRMZ');
