import { failure, success, type Result } from '../../errors.js';

const MIN_INSTANT = Date.UTC(1970, 0, 1);
const MAX_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** An instant with any zone, as it is kept: UTC with milliseconds. Finer parts of a second are cut off. `pointer`: its field. */
export function readInstant(text: string, pointer = '/dateTime'): Result<string> {
  const instant = Date.parse(text);
  // Outside of these the zone may have moved it to a year that has no four digits.
  return instant >= MIN_INSTANT && instant <= MAX_INSTANT
    ? success(new Date(instant).toISOString())
    : failure('validation_failed', `${pointer} must be from 1970 to 9999`);
}
