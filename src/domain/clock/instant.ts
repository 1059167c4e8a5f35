import { failure, success, type Result } from '../../errors.js';

const MIN_INSTANT = Date.UTC(1970, 0, 1);
const MAX_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const STORED_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Converts a schema-valid instant with any zone to the stored form: UTC with milliseconds, truncated. `pointer`: its
 * field.
 */
export function readInstant(text: string, pointer = '/dateTime'): Result<string> {
  // Most clients send the stored form.
  if (text >= '1970' && STORED_FORM.test(text)) return success(text);
  const instant = Date.parse(text);
  // Outside of this range the zone may have moved it to a year without four digits.
  return instant >= MIN_INSTANT && instant <= MAX_INSTANT
    ? success(new Date(instant).toISOString())
    : failure('validation_failed', `${pointer} must be from 1970 to 9999`);
}

/** `2026-11-21T08:22:34.512Z` */
const STORED_LENGTH = 24;

/** ms since 1970 of an instant: the same as `Date.parse`, which takes three times as long for the stored form. */
export function msOf(instant: string): number {
  if (instant.length !== STORED_LENGTH || instant.charCodeAt(STORED_LENGTH - 1) !== Z) return Date.parse(instant);
  return Date.UTC(
    100 * pairAt(instant, 0) + pairAt(instant, 2),
    pairAt(instant, 5) - 1,
    pairAt(instant, 8),
    pairAt(instant, 11),
    pairAt(instant, 14),
    pairAt(instant, 17),
    10 * pairAt(instant, 20) + digitAt(instant, 22),
  );
}

const [ZERO, NINE, Z] = [0x30, 0x39, 0x5a];

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= ZERO && code <= NINE ? code - ZERO : NaN;
}

const pairAt = (text: string, at: number): number => 10 * digitAt(text, at) + digitAt(text, at + 1);
