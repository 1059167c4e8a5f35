import { driverIdOf } from '../../domain/records/driver.js';
import type { SuntechReport } from './fields.js';

type TailFields = Pick<SuntechReport, 'engineSeconds' | 'driverId'>;

/** A key was inserted, and removed. */
const DRIVER_ALERTS = new Set([59, 60]);
const HOUR_METER = /^\d{1,8}$/;
const VOLTAGE = /^\d{1,2}\.\d{1,2}$/;
const SWITCH = /^[01]$/;
const DRIVER = /^[\dA-F]{8,16}$/i;
/** Up to three analog inputs and the engine speed are before the driver. */
const MAX_BEFORE_DRIVER = 4;

/** The fields after the mode or the event. Which ones there are depends on the settings of the tracker. */
export function readTail(type: SuntechReport['type'], event: number | undefined, tail: string): TailFields {
  const fields = tail.split(';');
  const at = fields.findIndex(
    (field, index) =>
      HOUR_METER.test(field) && VOLTAGE.test(fields[index + 1] ?? '') && SWITCH.test(fields[index + 2] ?? ''),
  );
  // The number of a status is before the hour meter, and the id of a key can be in an alert.
  const isKnown = type === 'STT' ? at === 1 : at === 0 || at === 1;
  if (!isKnown) return withDriverId(driverOfAlert(type, event, fields));
  const further = fields.slice(at + 3).slice(0, MAX_BEFORE_DRIVER + 2);
  const driver = further.find((field, index) => DRIVER.test(field) && SWITCH.test(further[index + 1] ?? ''));
  return {
    engineSeconds: Number(fields[at]) * 60,
    ...withDriverId(driverOfAlert(type, event, fields.slice(0, at)) ?? driver ?? driverOfAlert(type, event, further)),
  };
}

/** None if it is blank or all zeros. */
export const withDriverId = (text: string | undefined): TailFields => {
  const driverId = driverIdOf(text);
  return driverId === undefined ? {} : { driverId };
};

/** The id of the key that an alert is about. */
export const driverOfAlert = (
  type: SuntechReport['type'],
  event: number | undefined,
  fields: readonly string[],
): string | undefined =>
  type === 'ALT' && event !== undefined && DRIVER_ALERTS.has(event)
    ? fields.find((field) => DRIVER.test(field))
    : undefined;

/** A reader of keys: its fifth value is the key. */
const KEY_READER = /^GTSL(?:\|[^|;]*){3}\|([\dA-Za-z]{1,64})(?=\||$)/;

/** What is known of the data of a serial device: `length` bytes, of which a line end may have cut the rest. */
export function readSerialData(
  length: number | undefined,
  data: string,
): Pick<SuntechReport, 'driverId' | 'missingBytes'> {
  return { missingBytes: Math.max(0, (length ?? 0) - data.length), ...withDriverId(KEY_READER.exec(data)?.[1]) };
}
