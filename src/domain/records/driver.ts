import { MAX_DRIVER_ID_CHARS } from '../../schema/records/driver.js';
import type { Alert } from '../../schema/records/alert.js';
import type { Location } from '../../schema/records/location.js';

const ZEROS = /^0*$/;

/** The id of a driver in the form in which all are kept; undefined: no driver, which trackers write as zeros. */
export function driverIdOf(text: string | undefined): string | undefined {
  const id = (text ?? '').trim().toUpperCase().slice(0, MAX_DRIVER_ID_CHARS);
  return ZEROS.test(id) ? undefined : id;
}

/** The alert with the driver of its moment; its text names the driver, unless it has a text of its own. */
export const withDriver = (alert: Alert, driverId: string | undefined): Alert =>
  driverId === undefined ? alert : { ...alert, driverId, text: alert.text ?? `driver ${driverId}` };

type Attributes = NonNullable<Location['attributes']>;

/** The location with the driver of its moment. */
export const withLocationDriver = (location: Location, driverId: string | undefined): Location =>
  driverId === undefined ? location : { ...location, attributes: withDriverAttribute(location.attributes, driverId) };

/** Attributes with the id of the driver in the form in which it is kept. `stated`: next to the attributes. */
export function withDriverAttribute(attributes: Attributes = {}, stated?: string): Attributes {
  const { driverId: own, ...others } = attributes;
  const id = driverIdOf(stated ?? (own === undefined ? undefined : String(own)));
  return id === undefined ? others : { ...others, driverId: id };
}
