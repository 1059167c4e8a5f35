import { utcMidnight } from '../utc.js';

/**
 * The fields of a sentence (IEC 61162-1, 7.2) by their number; 0 is the address. Values are read from the text in place,
 * because a substring per field costs more than parsing it. Empty, malformed and missing fields are unknown, never zero.
 */
export type SentenceFields = {
  text: string;
  count: number;
  /** the start of each field; after the last one, the start that a further field would have */
  readonly from: Uint16Array;
};

/** No parser reads a field after the 12th. */
const MAX_FIELDS = 13;

const COMMA = 0x2c;
const DOT = 0x2e;
const MINUS = 0x2d;
const ZERO = 0x30;

/** An empty index, reused for every sentence. */
export const createFields = (): SentenceFields => ({ text: '', count: 0, from: new Uint16Array(MAX_FIELDS + 1) });

export function findFields(fields: SentenceFields, text: string): void {
  const { from } = fields;
  let count = 0;
  for (let at = 0; at < text.length && count < MAX_FIELDS; at += 1) {
    if (text.charCodeAt(at) === COMMA) from[(count += 1)] = at + 1;
  }
  if (count < MAX_FIELDS) from[(count += 1)] = text.length + 1;
  fields.text = text;
  fields.count = count;
}

const startOf = ({ count, from, text }: SentenceFields, field: number): number =>
  field < count ? (from[field] ?? 0) : text.length;
const endOf = ({ count, from, text }: SentenceFields, field: number): number =>
  field < count ? (from[field + 1] ?? 1) - 1 : text.length;

/** 15 digits are exact in a double, and so are powers of ten up to 10^15. */
const MAX_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: MAX_DIGITS + 1 }, (_, places) => 10 ** places);

/** A plain decimal number: optional sign, digits, optional point. */
export const decimal = (fields: SentenceFields, field: number): number | undefined =>
  parseDecimal(fields.text, startOf(fields, field), endOf(fields, field));

function parseDecimal(text: string, from: number, end: number): number | undefined {
  const negative = from < end && text.charCodeAt(from) === MINUS;
  let value = 0;
  let digits = 0;
  let point = -1;
  for (let at = negative ? from + 1 : from; at < end; at += 1) {
    const code = text.charCodeAt(at);
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
export function decimals(fields: SentenceFields, field: number): number {
  const from = startOf(fields, field);
  const end = endOf(fields, field);
  for (let at = end - 1; at >= from; at -= 1) if (fields.text.charCodeAt(at) === DOT) return end - at - 1;
  return 0;
}

/** The value of a field of exactly `count` digits, or NaN. */
export function digitsOf(fields: SentenceFields, field: number, count: number): number {
  const from = startOf(fields, field);
  return endOf(fields, field) - from === count ? digitsAt(fields.text, from, count) : NaN;
}

function digitsAt(text: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** The character of a field of length one; otherwise ''. */
export function letter(fields: SentenceFields, field: number): string {
  const from = startOf(fields, field);
  return endOf(fields, field) - from === 1 ? fields.text.charAt(from) : '';
}

export const isEmpty = (fields: SentenceFields, field: number): boolean =>
  startOf(fields, field) === endOf(fields, field);

export const isSigned = (fields: SentenceFields, field: number): boolean =>
  !isEmpty(fields, field) && fields.text.charCodeAt(startOf(fields, field)) === MINUS;

/** Whether the field contains one of these letters. */
export function holdsAny(fields: SentenceFields, field: number, letters: string): boolean {
  const end = endOf(fields, field);
  for (let at = startOf(fields, field); at < end; at += 1) if (letters.includes(fields.text.charAt(at))) return true;
  return false;
}

/** `hhmmss.sss` as ms since midnight. A leap second is unknown: the day has 86,400 s. */
export function timeOfDay(fields: SentenceFields, field: number): number | undefined {
  const { text } = fields;
  const from = startOf(fields, field);
  const end = endOf(fields, field);
  if (end - from < 6) return undefined;
  const hours = digitsAt(text, from, 2);
  const minutes = digitsAt(text, from + 2, 2);
  const seconds = digitsAt(text, from + 4, 2);
  if (!(hours < 24 && minutes < 60 && seconds < 60)) return undefined;
  const whole = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  if (end - from === 6) return whole;
  if (text.charCodeAt(from + 6) !== DOT) return undefined;
  if (end - from === 7) return whole;
  const fraction = parseDecimal(text, from + 6, end);
  return fraction === undefined ? undefined : whole + Math.floor(fraction * 1000 + 0.001);
}

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
