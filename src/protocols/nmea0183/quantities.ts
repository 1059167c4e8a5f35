import { utcMidnight } from '../utc-day.js';
import { decimal, decimals, digitsOf, isSigned, letter, type SentenceFields } from './fields.js';

export type NmeaPosition = {
  readonly latitude: number;
  readonly longitude: number;
  /** of the minutes; the lower of the two ordinates */
  readonly decimals: number;
};

/** `ddmm.mmm,N,dddmm.mmm,E`, starting at `field`. */
export function position(fields: SentenceFields, field: number): NmeaPosition | undefined {
  const latitude = ordinate(fields, field, 'N', 'S', 90);
  const longitude = ordinate(fields, field + 2, 'E', 'W', 180);
  if (latitude === undefined || longitude === undefined) return undefined;
  return { latitude, longitude, decimals: Math.min(decimals(fields, field), decimals(fields, field + 2)) };
}

function ordinate(
  fields: SentenceFields,
  field: number,
  positive: string,
  negative: string,
  maxDegrees: number,
): number | undefined {
  const value = decimal(fields, field);
  const side = letter(fields, field + 1);
  if (value === undefined || (side !== positive && side !== negative)) return undefined;
  // Some receivers send both a sign and a side; if the two contradict each other, neither is trusted.
  if (side === positive && isSigned(fields, field)) return undefined;
  const size = Math.abs(value);
  const degrees = Math.floor(size / 100);
  const minutes = size - degrees * 100;
  const angle = Math.round((degrees + minutes / 60) * 1e9) / 1e9;
  if (minutes >= 60 || angle > maxDegrees) return undefined;
  return side === negative && angle !== 0 ? -angle : angle;
}

const METERS_PER_SECOND_PER_KNOT = 1852 / 3600;

/** Knots as m/s; impossible speeds are unknown. */
export function knots(fields: SentenceFields, field: number): number | undefined {
  const value = decimal(fields, field);
  return value === undefined || value < 0 || value > 100_000
    ? undefined
    : Math.round(value * METERS_PER_SECOND_PER_KNOT * 1e4) / 1e4;
}

/** Degrees from true north, below 360. */
export function course(fields: SentenceFields, field: number): number | undefined {
  const value = decimal(fields, field);
  if (value === undefined || value < 0 || value > 360) return undefined;
  return value === 360 ? 0 : value;
}

/** In m above mean sea level. */
export function altitude(fields: SentenceFields, field: number): number | undefined {
  const value = decimal(fields, field);
  return value === undefined || value < -20_000 || value > 10_000_000 ? undefined : value;
}

/** The number of satellites used; receivers that do not count them send 0. */
export function satellites(fields: SentenceFields, field: number): number | undefined {
  const value = decimal(fields, field);
  return value === undefined || !Number.isInteger(value) || value < 1 || value > 1000 ? undefined : value;
}

/** Dilution of precision. Receivers without a fix send 99.99, or 50. */
export function dilution(fields: SentenceFields, field: number): number | undefined {
  const value = decimal(fields, field);
  return value === undefined || value <= 0 || value >= 50 ? undefined : value;
}

/** `ddmmyy`; years 69 to 99 are 1969 to 1999. */
export function readShortDate(fields: SentenceFields, field: number): number | undefined {
  const digits = digitsOf(fields, field, 6);
  if (Number.isNaN(digits)) return undefined;
  const year = digits % 100;
  return utcMidnight(
    year < 69 ? 2000 + year : 1900 + year,
    Math.floor(digits / 100) % 100,
    Math.floor(digits / 10_000),
  );
}
