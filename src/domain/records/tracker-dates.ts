import type { Alert } from '../../schema/records/alert.js';
import type { Location } from '../../schema/records/location.js';
import type { ClockQuality } from '../../schema/system/clock.js';
import { RELEASE_TIME } from '../clock/clock-quality.js';
import { rolloverMs } from '../clock/gps-week.js';
import { msOf } from '../clock/instant.js';
import type { Report, Telemetry } from '../report.js';

/**
 * Which dates of trackers and receivers are believed: one rule for all protocols. A date is wrong where it is more than a
 * year from a trusted clock: no tracker keeps its records for longer, and none knows the future. A date that is a multiple
 * of 1024 weeks away, within a day, comes from a receiver that missed a rollover of the GPS week; it is moved to the
 * nearest week. Every other wrong date comes from a clock that was never set; the reception takes its place. While the
 * clock is not trusted, only dates are wrong that are older than the program by more than a year; nothing is moved by weeks.
 */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MAX_DATE_ERROR_MS = 366 * DAY_MS;

/** When the gateway received records, in ms since 1970, and how good its clock was. */
export type Reception = { readonly at: number; readonly clockQuality: ClockQuality };

/** No clock that was ever set shows an earlier time, whatever the gateway's clock shows. */
export const isAfterFirstDate = (ms: number): boolean => ms >= RELEASE_TIME - MAX_DATE_ERROR_MS;

/** Whether a date (ms since 1970) is believed. */
export const isBelieved = (ms: number, { at, clockQuality }: Reception): boolean =>
  clockQuality === 'none' ? isAfterFirstDate(ms) : Math.abs(at - ms) <= MAX_DATE_ERROR_MS;

type DatedRecords = Pick<Report, 'locations' | 'alerts' | 'telemetry'>;

/** `stated`: a date that was not believed, as the tracker sent it */
export type CorrectedRecords<R> = { readonly records: R; readonly stated: string };

/**
 * Corrects the dates of records that were received together. Undefined, almost always: all dates are believed. A corrected
 * record has the date that the tracker sent as `trackerTime`.
 */
export function correctDates<R extends DatedRecords>(
  records: R,
  reception: Reception,
): CorrectedRecords<R> | undefined {
  const { locations, alerts, telemetry } = records;
  const isWrong = ({ dateTime }: { readonly dateTime: string }): boolean => !isBelieved(msOf(dateTime), reception);
  if (!locations.some(isWrong) && !alerts.some(isWrong) && telemetry?.some(isWrong) !== true) return undefined;
  const wrong = [...locations, ...alerts, ...(telemetry ?? [])].filter(isWrong).map(({ dateTime }) => dateTime);
  const correct = createCorrection(wrong, reception);
  const corrected = {
    ...records,
    locations: locations.map((location) =>
      isWrong(location) ? correctLocation(location, correct, reception) : location,
    ),
    alerts: alerts.map((alert) => (isWrong(alert) ? correctAlert(alert, correct) : alert)),
  };
  const values = telemetry?.map((value): Telemetry =>
    isWrong(value) ? { ...value, dateTime: correct(value.dateTime).dateTime } : value,
  );
  const result = values === undefined ? corrected : { ...corrected, telemetry: values };
  return { records: result, stated: wrong[0] ?? '' };
}

type Correction = (stated: string) => { readonly dateTime: string; readonly isByGateway: boolean };

/** Records of a clock that was never set keep the time between them, if that is less than an hour. */
function createCorrection(wrong: readonly string[], { at, clockQuality }: Reception): Correction {
  const shiftOf = (ms: number): number => (clockQuality === 'none' ? 0 : rolloverMs(ms, at));
  const unset = wrong.map(msOf).filter((ms) => shiftOf(ms) === 0);
  const newest = unset.reduce((latest, ms) => Math.max(latest, ms), -Infinity);
  return (stated) => {
    const ms = msOf(stated);
    const shift = shiftOf(ms);
    if (shift !== 0) return { dateTime: new Date(ms + shift).toISOString(), isByGateway: false };
    const age = newest - ms;
    const received = Math.max(0, at - (age <= HOUR_MS ? age : 0));
    return { dateTime: new Date(received).toISOString(), isByGateway: true };
  };
}

function correctLocation(location: Location, correct: Correction, { clockQuality }: Reception): Location {
  const { dateTime, isByGateway } = correct(location.dateTime);
  const attributes = {
    ...location.attributes,
    ...(isByGateway && { timeSource: 'gateway', clockQuality }),
    trackerTime: location.dateTime,
  };
  return { ...location, dateTime, attributes };
}

const correctAlert = (alert: Alert, correct: Correction): Alert => ({
  ...alert,
  dateTime: correct(alert.dateTime).dateTime,
  trackerTime: alert.dateTime,
});
