import { KNOT, speedIn } from '../../domain/records/speed.js';
import type { SentenceBytes } from '../../framing/sentences.js';
import { timeOfDay as toTimeOfDay, utcMidnight } from '../utc.js';

/**
 * The fields of a sentence (IEC 61162-1, 7.2) by their number; 0 is the address. Values are read from its bytes, because
 * text costs more than parsing it. Empty, malformed and missing fields are unknown, never zero.
 */
export type SentenceFields = Pick<SentenceBytes, 'bytes' | 'star' | 'fieldCount' | 'fieldAt'>;

const DOT = 0x2e;
const MINUS = 0x2d;
const ZERO = 0x30;

const startOf = ({ fieldCount, fieldAt, star }: SentenceFields, field: number): number =>
  field < fieldCount ? (fieldAt[field] ?? 0) : star;
const endOf = ({ fieldCount, fieldAt, star }: SentenceFields, field: number): number =>
  field < fieldCount ? (fieldAt[field + 1] ?? 1) - 1 : star;

/** 15 digits are exact in a double, and so are powers of ten up to 10^15. */
const MAX_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: MAX_DIGITS + 1 }, (_, places) => 10 ** places);

/** A plain decimal number: optional sign, digits, optional point. */
export const decimal = (fields: SentenceFields, field: number): number | undefined =>
  parseDecimal(fields.bytes, startOf(fields, field), endOf(fields, field));

function parseDecimal(bytes: Uint8Array, from: number, end: number): number | undefined {
  const negative = from < end && bytes[from] === MINUS;
  let value = 0;
  let digits = 0;
  let point = -1;
  for (let at = negative ? from + 1 : from; at < end; at += 1) {
    const code = bytes[at] ?? 0;
    const digit = code - ZERO;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      digits += 1;
    } else if (code === DOT && point < 0) point = at;
    else return undefined;
  }
  if (digits === 0 || digits > MAX_DIGITS) return undefined;
  if (point >= 0) value /= POWERS_OF_TEN[end - point - 1] ?? 1;
  return negative && value !== 0 ? -value : value;
}

/** The number of digits after the point. */
function decimals(fields: SentenceFields, field: number): number {
  const from = startOf(fields, field);
  const end = endOf(fields, field);
  for (let at = end - 1; at >= from; at -= 1) if (fields.bytes[at] === DOT) return end - at - 1;
  return 0;
}

/** The value of a field of exactly `count` digits, or NaN. */
export function digitsOf(fields: SentenceFields, field: number, count: number): number {
  const from = startOf(fields, field);
  return endOf(fields, field) - from === count ? digitsAt(fields.bytes, from, count) : NaN;
}

function digitsAt(bytes: Uint8Array, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at += 1) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** The byte of a field of length one; otherwise 0. */
export function letter(fields: SentenceFields, field: number): number {
  const from = startOf(fields, field);
  return endOf(fields, field) - from === 1 ? (fields.bytes[from] ?? 0) : 0;
}

/** The code of an ASCII character. */
export const codeOf = (character: string): number => character.charCodeAt(0);

/** A table of 256 bytes: 1 for each of these ASCII characters. */
export const charactersIn = (characters: string): Uint8Array => {
  const table = new Uint8Array(256);
  for (const character of characters) table[codeOf(character)] = 1;
  return table;
};

export const isEmpty = (fields: SentenceFields, field: number): boolean =>
  startOf(fields, field) === endOf(fields, field);

const isSigned = (fields: SentenceFields, field: number): boolean =>
  !isEmpty(fields, field) && fields.bytes[startOf(fields, field)] === MINUS;

/** Whether the field contains one of these characters, a table. */
export function holdsAny(fields: SentenceFields, field: number, characters: Uint8Array): boolean {
  const { bytes } = fields;
  const end = endOf(fields, field);
  for (let at = startOf(fields, field); at < end; at += 1) if (characters[bytes[at] ?? 0] === 1) return true;
  return false;
}

/** `hhmmss.sss` as ms since midnight. */
export function timeOfDay(fields: SentenceFields, field: number): number | undefined {
  const { bytes } = fields;
  const from = startOf(fields, field);
  const end = endOf(fields, field);
  if (end - from < 6) return undefined;
  const hours = digitsAt(bytes, from, 2);
  const minutes = digitsAt(bytes, from + 2, 2);
  const seconds = digitsAt(bytes, from + 4, 2);
  const whole = toTimeOfDay(hours, minutes, seconds);
  if (whole === undefined || end - from === 6) return whole;
  if (bytes[from + 6] !== DOT) return undefined;
  if (end - from === 7) return whole;
  const fraction = parseDecimal(bytes, from + 6, end);
  if (fraction === undefined) return undefined;
  return seconds === 60 ? whole : whole + Math.floor(fraction * 1000 + 0.001);
}

export type NmeaPosition = {
  readonly latitude: number;
  readonly longitude: number;
  /** of the minutes; the lower of the two ordinates */
  readonly decimals: number;
};

const NORTH = codeOf('N');
const SOUTH = codeOf('S');
const EAST = codeOf('E');
const WEST = codeOf('W');

/** `ddmm.mmm,N,dddmm.mmm,E`, starting at `field`. */
export function position(fields: SentenceFields, field: number): NmeaPosition | undefined {
  const latitude = ordinate(fields, field, NORTH, SOUTH, 90);
  const longitude = ordinate(fields, field + 2, EAST, WEST, 180);
  if (latitude === undefined || longitude === undefined) return undefined;
  return { latitude, longitude, decimals: Math.min(decimals(fields, field), decimals(fields, field + 2)) };
}

function ordinate(
  fields: SentenceFields,
  field: number,
  positive: number,
  negative: number,
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

/** Knots as m/s; impossible speeds are unknown. */
export function knots(fields: SentenceFields, field: number): number | undefined {
  const value = decimal(fields, field);
  return value === undefined || value < 0 || value > 100_000 ? undefined : speedIn(KNOT, value);
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
