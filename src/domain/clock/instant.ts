import { failure, success, type Result } from '../../errors.js';

const MIN_INSTANT = Date.UTC(1970, 0, 1);
const MAX_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Converts an instant with any zone to the stored form: UTC with milliseconds, truncated. `pointer`: its field. */
export function readInstant(text: string, pointer = '/dateTime'): Result<string> {
  const instant = Date.parse(text);
  // Outside of this range the zone may have moved it to a year without four digits.
  return instant >= MIN_INSTANT && instant <= MAX_INSTANT
    ? success(new Date(instant).toISOString())
    : failure('validation_failed', `${pointer} must be from 1970 to 9999`);
}
