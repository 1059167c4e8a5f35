import { MAX_DRIVER_ID_CHARS } from '../../schema/records/driver.js';
import type { Alert } from '../../schema/records/alert.js';

const ZEROS = /^0*$/;

/** The id of a driver in the form in which all are kept; undefined: no driver, which trackers write as zeros. */
export function driverIdOf(text: string | undefined): string | undefined {
  const id = (text ?? '').trim().toUpperCase().slice(0, MAX_DRIVER_ID_CHARS);
  return ZEROS.test(id) ? undefined : id;
}

/** The alert with the driver of its moment; its text names the driver, unless it has a text of its own. */
export const withDriver = (alert: Alert, driverId: string | undefined): Alert =>
  driverId === undefined ? alert : { ...alert, driverId, text: alert.text ?? `driver ${driverId}` };
