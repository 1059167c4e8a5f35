import { success, type Result } from '../../errors.js';
import { recordErrors } from './messages.js';
import { MAX_ATTRIBUTES } from '../../schema/common.js';
import type { Source } from '../../schema/devices/device.js';
import type { LocationRecord } from '../../schema/entry.js';
import type { Location, LocationInput } from '../../schema/records/location.js';
import { readInstant } from '../clock/instant.js';
import { maxJsonBytes } from '../json.js';
import { withDriverAttribute } from './driver.js';
import { isNoFix } from './unfit.js';

/** of a new location as JSON */
const MAX_LOCATION_BYTES = 16 * 1024;

/** The fields of unbounded number or length; all others together are far below the bound. */
const BULKY_FIELDS = [
  'warningTexts',
  'alertTexts',
  'alerts',
  'warnings',
  'attributes',
  'accessoriesAttributes',
] as const satisfies readonly (keyof Location)[];

/** Has the location fields of unbounded number or length? Without a loop over their names, which takes five times as long. */
export const isBulky = (location: Location): boolean =>
  location.warningTexts !== undefined ||
  location.alertTexts !== undefined ||
  location.alerts !== undefined ||
  location.warnings !== undefined ||
  location.attributes !== undefined ||
  location.accessoriesAttributes !== undefined;

/** An upper limit of the bytes of these fields as JSON. */
export function bulkBytes(location: Location): number {
  let bytes = 0;
  if (!isBulky(location)) return bytes;
  for (const name of BULKY_FIELDS) {
    const value = location[name];
    if (value !== undefined) bytes += name.length + FIELD_BYTES + maxJsonBytes(value);
  }
  return bytes;
}

/** The quotation marks, the colon and the comma of a field */
const FIELD_BYTES = 4;

/** The location with the gateway that forwarded it, if any. */
export const withGateway = (location: Location, { gateway }: Source): Location =>
  gateway === undefined ? location : { ...location, gateway };

/** A stored location as it is shown; one that an earlier version stored at 0,0 has no mark. */
export function viewLocation({ location, source, unfit }: LocationRecord): Location {
  const reason = unfit ?? (isNoFix(location) ? 'noFix' : undefined);
  const view = withGateway(location, source);
  return reason === undefined ? view : { ...view, unfit: reason };
}

/** The location without these fields. */
export const withoutBulk = (location: Location): Location =>
  Object.fromEntries(
    Object.entries(location).filter(([name]) => !(BULKY_FIELDS as readonly string[]).includes(name)),
  ) as Location;

/** Converts a schema-valid location to the stored form. One that has it already is not copied. */
export function readLocation(given: LocationInput): Result<Location> {
  const dateTime = readInstant(given.dateTime);
  if (!dateTime.ok) return dateTime;
  if (dateTime.value === given.dateTime && isStoredForm(given)) return checkSize(given);
  const { mileage, driverId, ...others } = given;
  const location = withoutMark(others);
  if (mileage !== undefined && location.milleage !== undefined) {
    return recordErrors.bothMileages('/mileage');
  }
  location.dateTime = dateTime.value;
  if (location.course === 360) location.course = 0;
  if (location.battery !== undefined) location.battery = Math.round(location.battery);
  if (location.fuel !== undefined) location.fuel = Math.round(location.fuel);
  if (location.fuel2 !== undefined) location.fuel2 = Math.round(location.fuel2);
  if (mileage !== undefined) location.milleage = mileage;
  const attributes = withDriverAttribute(location.attributes, driverId);
  if (Object.keys(attributes).length > MAX_ATTRIBUTES) {
    return recordErrors.noPlaceForDriver({ limit: MAX_ATTRIBUTES }, '/driverId');
  }
  if (location.attributes !== undefined || Object.keys(attributes).length > 0) location.attributes = attributes;
  return checkSize(location);
}

/** What another gateway makes of the fix is not taken over. */
function withoutMark(given: Omit<LocationInput, 'mileage'>): Location {
  const location = { ...given };
  delete location.unfit;
  return location as Location;
}

const isInteger = (value: number | undefined): boolean => value === undefined || Number.isInteger(value);

const isStoredForm = (given: LocationInput): given is Location =>
  given.course !== 360 &&
  isInteger(given.battery) &&
  isInteger(given.fuel) &&
  isInteger(given.fuel2) &&
  given.mileage === undefined &&
  given.driverId === undefined &&
  given.attributes?.driverId === undefined &&
  given.unfit === undefined;

/** Most locations are so small that their JSON is not needed to know it. */
function checkSize(location: Location): Result<Location> {
  if (bulkBytes(location) < MAX_LOCATION_BYTES / 2) return success(location);
  const bytes = new TextEncoder().encode(JSON.stringify(location)).length;
  if (bytes <= MAX_LOCATION_BYTES) return success(location);
  const sizeOf = (name: (typeof BULKY_FIELDS)[number]): number => JSON.stringify(location[name] ?? null).length;
  const [largest] = [...BULKY_FIELDS].sort((a, b) => sizeOf(b) - sizeOf(a));
  return recordErrors.tooLong({ bytes, limit: MAX_LOCATION_BYTES }, `/${largest ?? ''}`);
}
