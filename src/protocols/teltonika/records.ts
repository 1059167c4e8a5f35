import { withDriver } from '../../domain/records/driver.js';
import { SEQUENCE_ALERTS } from '../../schema/records/alert-names.js';
import type { Alert } from '../../schema/records/alert.js';
import type { Location } from '../../schema/records/location.js';
import type { RecordsMessage } from '../protocol.js';
import { createIsoFormatter } from '../utc.js';
import type { AvlRecord } from './avl.js';
import { identifiedDriver } from './drivers.js';
import { alertNameOf, alertTextOf } from './events.js';
import { hasFix, hasTime, implausibilityOf, toLocation } from './location.js';

const DRIVER_IDENTIFIED = 'DriverIdentified';

/** Turns the records of packets into messages, without the id of the tracker. */
export type RecordsConverter = {
  /** Undefined if there is nothing to store: positions without a fix, and no event. */
  readonly convert: (records: readonly AvlRecord[], receivedAt: number) => RecordsMessage | undefined;
  /** Stores the reason in place of what can never be read. */
  readonly refuse: (reason: string, receivedAt: number) => RecordsMessage;
};

export function createRecordsConverter(): RecordsConverter {
  const toIso = createIsoFormatter();

  function refuse(refused: string, receivedAt: number): RecordsMessage {
    const alert = { dateTime: toIso(receivedAt), alerts: [SEQUENCE_ALERTS.refused], text: refused };
    return { type: 'records', locations: [], alerts: [alert], refused };
  }

  return {
    refuse,
    convert(records, receivedAt) {
      const locations: Location[] = [];
      const alerts: Alert[] = [];
      let refused: string | undefined;
      for (const [index, record] of records.entries()) {
        const dateTime = toIso(hasTime(record) ? record.time : receivedAt);
        const problem = hasFix(record) ? implausibilityOf(record) : undefined;
        const location = hasFix(record) && problem === undefined ? toLocation(record, dateTime) : undefined;
        if (problem !== undefined) refused ??= `record ${index + 1} of ${records.length}: ${problem}`;
        if (location !== undefined) locations.push(location);
        const alert = toAlert(record, dateTime, location);
        if (alert !== undefined) alerts.push(alert);
      }
      if (refused !== undefined) {
        const refusal = refuse(refused, receivedAt);
        return { ...refusal, locations, alerts: [...alerts, ...refusal.alerts] };
      }
      return locations.length + alerts.length === 0 ? undefined : { type: 'records', locations, alerts };
    },
  };
}

/** The alert of a record, at its location; without a fix, the record has a place of the past. */
function toAlert(record: AvlRecord, dateTime: string, location: Location | undefined): Alert | undefined {
  const driverId = identifiedDriver(record.event, record.elements);
  const name = driverId === undefined ? alertNameOf(record) : DRIVER_IDENTIFIED;
  if (name === undefined) return undefined;
  const text = alertTextOf(record);
  const alert: Alert = {
    dateTime,
    alerts: [name],
    ...(location !== undefined && { latitude: location.latitude, longitude: location.longitude }),
    ...(text !== undefined && { text }),
  };
  return withDriver(alert, driverId);
}
