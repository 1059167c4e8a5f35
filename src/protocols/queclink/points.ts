import type { Location } from '../../schema/location.js';
import { createDateTime } from '../date-time.js';
import { instantOf } from './instant.js';
import type { Report } from './report.js';

/** What a report says of where the tracker is. */
export type Points = {
  /** those measured; the last known position, which a tracker without a fix says again, is none */
  readonly locations: readonly Location[];
  /** which field the first point begins with, also one that is blank; undefined where there is none */
  readonly begin: number | undefined;
};

/** Six decimals always: by the number of them a lost digit is noticed. */
const degrees = /^-?\d{1,3}\.\d{6}$/;
const dated = /^\d{14}$/;
const oneDecimal = /^-?\d{1,5}\.\d$/;
const whole = /^\d{1,3}$/;
const dilution = /^(?:\d{1,2}(?:\.\d{1,2})?)?$/;
/** of a network; behind each point, also a blank one */
const countryCode = /^0\d{3}$/;
const looksLikeDegrees = /^-?\d+\.\d{4,}$/;

/** accuracy, speed, azimuth, altitude, longitude, latitude, time */
const pointFields = 7;
const longitudeField = 4;
/** HDOP; 0: no fix, and the position is the last one known */
const mostDilution = 50;
/** Time of sending may be local; nothing is measured after it was sent. */
const mostAheadMs = 15 * 3_600_000;

/**
 * Finds the points of a report by their form, as what stands before and behind them differs from model to model.
 * Nothing when something that looks like a point is not whole: then the line has damaged it.
 */
export function createPointReader(): (report: Report) => Points | undefined {
  const dateTimeOf = createDateTime();

  function locationOf(point: readonly string[], { message }: Report): Location | undefined {
    const [accuracy = '', speed = '', azimuth = '', altitude = '', longitude = '', latitude = '', time = ''] = point;
    const hdop = Number(accuracy);
    const location: Location = {
      dateTime: dateTimeOf(instantOf(time) ?? NaN),
      latitude: Number(latitude),
      longitude: Number(longitude),
    };
    if (speed !== '') location.speed = Math.round((Number(speed) / 3.6) * 1e4) / 1e4;
    if (azimuth !== '') location.course = Number(azimuth) % 360;
    if (altitude !== '') location.altitude = Number(altitude);
    location.attributes = { report: message, hdop };
    return hdop > 0 && hdop <= mostDilution ? location : undefined;
  }

  return (report) => {
    const { fields, sentAt } = report;
    const locations: Location[] = [];
    const begins: number[] = [];
    for (let at = 0; at < fields.length; at += 1) {
      if (!looksLikeDegrees.test(fields[at] ?? '')) continue;
      const begin = at - longitudeField;
      const point = fields.slice(Math.max(0, begin), begin + pointFields);
      if (begin < 0 || !isPoint(point, sentAt)) return undefined;
      const location = locationOf(point, report);
      if (location !== undefined) locations.push(location);
      begins.push(begin);
      at += 1;
    }
    // How many there are stands before the first of several: two reports of which the middle is lost look like one.
    if (begins.length > 1 && Number(fields[(begins[0] ?? 0) - 1]) < begins.length) return undefined;
    return { locations, begin: begins[0] ?? blankPoint(fields) };
  };
}

function isPoint(point: readonly string[], sentAt: number | undefined): boolean {
  const [accuracy = '', speed = '', azimuth = '', altitude = '', longitude = '', latitude = '', time = ''] = point;
  const instant = dated.test(time) ? instantOf(time) : undefined;
  // How it moves is all there, or all blank.
  const moves = oneDecimal.test(speed) && whole.test(azimuth) && oneDecimal.test(altitude);
  if (!moves && speed + azimuth + altitude !== '') return false;
  if (!degrees.test(longitude) || !degrees.test(latitude) || !dilution.test(accuracy) || instant === undefined) {
    return false;
  }
  if (Math.abs(Number(longitude)) > 180 || Math.abs(Number(latitude)) > 90 || Number(azimuth) > 360) return false;
  return Number(speed) >= 0 && instant <= (sentAt ?? instant) + mostAheadMs;
}

function blankPoint(fields: readonly string[]): number | undefined {
  const begin = fields.findIndex(
    (_, at) =>
      countryCode.test(fields[at + pointFields] ?? '') &&
      fields.slice(at + 1, at + pointFields).every((field) => field === ''),
  );
  return begin < 0 ? undefined : begin;
}
