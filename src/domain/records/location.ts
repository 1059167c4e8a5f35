import { failure, type Result } from '../../errors.js';
import type { Location, LocationInput } from '../../schema/records/location.js';
import { readInstant } from '../clock/instant.js';

/** Converts a schema-valid location to the stored form. */
export function readLocation({ mileage, ...given }: LocationInput): Result<Location> {
  if (mileage !== undefined && given.milleage !== undefined) {
    return failure('validation_failed', '/mileage and /milleage are the same field: send only one');
  }
  const dateTime = readInstant(given.dateTime);
  if (!dateTime.ok) return dateTime;
  const location: Location = { ...given, dateTime: dateTime.value };
  if (location.course === 360) location.course = 0;
  if (mileage !== undefined) location.milleage = mileage;
  return { ok: true, value: location };
}
