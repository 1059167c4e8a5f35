import { KMH, speedIn } from '../../domain/records/speed.js';
import { isAfterFirstDate } from '../../domain/records/tracker-dates.js';
import type { Location } from '../../schema/records/location.js';
import { createIsoFormatter } from '../utc.js';
import { readCounters, type QueclinkCounters } from './mileage.js';
import { parseTimestamp } from './timestamp.js';
import type { QueclinkReport } from './report.js';

export type ReportPositions = {
  /** measured positions only: a tracker without a fix repeats the last known one */
  readonly locations: readonly Location[];
  /** the first field of the first position, even a blank one; undefined if there is none */
  readonly firstField: number | undefined;
};

/** Always six decimals, so a lost digit is detected. */
const DEGREES = /^-?\d{1,3}\.\d{6}$/;
const FULL_TIMESTAMP = /^\d{14}$/;
const ONE_DECIMAL = /^-?\d{1,5}\.\d$/;
const WHOLE_NUMBER = /^\d{1,3}$/;
const DILUTION = /^(?:\d{1,2}(?:\.\d{1,2})?)?$/;
/** of the mobile network; follows each position, even a blank one */
const COUNTRY_CODE = /^0\d{3}$/;
const DEGREES_LIKE = /^-?\d+\.\d{4,}$/;

/** accuracy, speed, azimuth, altitude, longitude, latitude, time */
const POSITION_FIELDS = 7;
const LONGITUDE_FIELD = 4;
/** HDOP; 0: no fix, the position is the last known one */
const MAX_DILUTION = 50;
/** The send time may be local time; apart from that, no position is newer than its report. */
const MAX_AHEAD_MS = 15 * 3_600_000;

/**
 * Finds the positions of a report by their form, because the fields around them differ between models. Returns undefined
 * if a position is malformed: then the report was damaged on the way.
 */
export function createPositionReader(): (report: QueclinkReport) => ReportPositions | undefined {
  const toIso = createIsoFormatter();

  function toLocation(
    position: readonly string[],
    message: string,
    { mileage, engineSeconds }: QueclinkCounters,
  ): Location | undefined {
    const [accuracy = '', speed = '', azimuth = '', altitude = '', longitude = '', latitude = '', time = ''] = position;
    const hdop = Number(accuracy);
    const location: Location = {
      dateTime: toIso(parseTimestamp(time) ?? NaN),
      latitude: Number(latitude),
      longitude: Number(longitude),
    };
    if (speed !== '') location.speed = speedIn(KMH, Number(speed));
    if (azimuth !== '') location.course = Number(azimuth) % 360;
    if (altitude !== '') location.altitude = Number(altitude);
    if (mileage !== undefined) location.milleage = mileage;
    location.attributes = { report: message, hdop, ...(engineSeconds !== undefined && { engineSeconds }) };
    return hdop > 0 && hdop <= MAX_DILUTION ? location : undefined;
  }

  return ({ fields, sentAt, message }) => {
    const starts: number[] = [];
    for (let at = 0; at < fields.length; at += 1) {
      if (!DEGREES_LIKE.test(fields[at] ?? '')) continue;
      const start = at - LONGITUDE_FIELD;
      const position = fields.slice(Math.max(0, start), start + POSITION_FIELDS);
      if (start < 0 || !isPosition(position, sentAt)) return undefined;
      starts.push(start);
      at += 1;
    }
    // Their number precedes the first one: two reports with the middle lost look like one report.
    if (starts.length > 1 && Number(fields[(starts[0] ?? 0) - 1]) < starts.length) return undefined;
    const locations = starts.map((start, index) => {
      const end = start + POSITION_FIELDS;
      return toLocation(fields.slice(start, end), message, readCounters(message, fields.slice(end, starts[index + 1])));
    });
    return {
      locations: locations.filter((location) => location !== undefined),
      firstField: starts[0] ?? findBlankPosition(fields),
    };
  };
}

function isPosition(position: readonly string[], sentAt: number | undefined): boolean {
  const [accuracy = '', speed = '', azimuth = '', altitude = '', longitude = '', latitude = '', time = ''] = position;
  const instant = FULL_TIMESTAMP.test(time) ? parseTimestamp(time) : undefined;
  if (!isBlankOr(ONE_DECIMAL, speed) || !isBlankOr(WHOLE_NUMBER, azimuth) || !isBlankOr(ONE_DECIMAL, altitude)) {
    return false;
  }
  // A damaged digit can split a field, which shifts the speed to the accuracy: a speed is never a whole number.
  const isPartlyBlank = (speed === '' || azimuth === '' || altitude === '') && speed + azimuth + altitude !== '';
  if (isPartlyBlank && !WHOLE_NUMBER.test(accuracy)) return false;
  if (!DEGREES.test(longitude) || !DEGREES.test(latitude) || !DILUTION.test(accuracy) || instant === undefined) {
    return false;
  }
  if (Math.abs(Number(longitude)) > 180 || Math.abs(Number(latitude)) > 90 || Number(azimuth) > 360) return false;
  // A clock that was never set is no reason to doubt the position.
  const isSentAtKnown = sentAt !== undefined && isAfterFirstDate(sentAt);
  return Number(speed) >= 0 && (!isSentAtKnown || instant <= sentAt + MAX_AHEAD_MS);
}

/** Some models leave out speed, azimuth or altitude. */
const isBlankOr = (form: RegExp, field: string): boolean => field === '' || form.test(field);

function findBlankPosition(fields: readonly string[]): number | undefined {
  const start = fields.findIndex(
    (_, at) =>
      COUNTRY_CODE.test(fields[at + POSITION_FIELDS] ?? '') &&
      fields.slice(at + 1, at + POSITION_FIELDS).every((field) => field === ''),
  );
  return start < 0 ? undefined : start;
}
