import { success, type Result } from '../../errors.js';
import { instantErrors } from './messages.js';

const MIN_INSTANT = Date.UTC(1970, 0, 1);
const MAX_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const STORED_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d\.\d{3}Z$/;
/** A leap second, which JavaScript does not have */
const LEAP_SECOND = /:60(?:\.\d+)?(?=[Zz+-])/;

/**
 * Converts a schema-valid instant with any zone to the stored form: UTC with milliseconds, truncated. A leap second is the
 * last ms of the second before. `pointer`: its field.
 */
export function readInstant(text: string, pointer = '/dateTime'): Result<string> {
  // Most clients send the stored form.
  if (text >= '1970' && STORED_FORM.test(text)) return success(text);
  const instant = Date.parse(text.replace(LEAP_SECOND, ':59.999'));
  // Outside of this range the zone may have moved it to a year without four digits.
  return instant >= MIN_INSTANT && instant <= MAX_INSTANT
    ? success(new Date(instant).toISOString())
    : instantErrors.range(pointer);
}

/** `2026-11-21T08:22:34.512Z` */
const STORED_LENGTH = 24;

/** ms since 1970 of an instant: the same as `Date.parse`, which takes ten times as long for the stored form. */
export function msOf(instant: string): number {
  if (instant.length !== STORED_LENGTH || instant.charCodeAt(STORED_LENGTH - 1) !== Z) return Date.parse(instant);
  const year = 100 * pairAt(instant, 0) + pairAt(instant, 2);
  const month = pairAt(instant, 5);
  if (!(month >= 1 && month <= 12 && year >= MIN_YEAR)) return Date.parse(instant);
  const hours = 24 * daysOf(year, month, pairAt(instant, 8)) + pairAt(instant, 11);
  const seconds = 60 * (60 * hours + pairAt(instant, 14)) + pairAt(instant, 17);
  return 1000 * seconds + 10 * pairAt(instant, 20) + digitAt(instant, 22);
}

const MIN_YEAR = 1970;
/** before the month, in a year that is not a leap year; by number of the month */
const DAYS_BEFORE = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** Days since 1970 of a date in the Gregorian calendar. */
function daysOf(year: number, month: number, day: number): number {
  // The leap day of this year counts from March on.
  const complete = month > 2 ? year : year - 1;
  const leapDays = Math.floor(complete / 4) - Math.floor(complete / 100) + Math.floor(complete / 400) - LEAP_DAYS_1970;
  return 365 * (year - MIN_YEAR) + leapDays + (DAYS_BEFORE[month] ?? 0) + day - 1;
}

/** from the year 1 to the end of 1969 */
const LEAP_DAYS_1970 = 477;

const [ZERO, NINE, Z] = [0x30, 0x39, 0x5a];

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= ZERO && code <= NINE ? code - ZERO : NaN;
}

const pairAt = (text: string, at: number): number => 10 * digitAt(text, at) + digitAt(text, at + 1);
