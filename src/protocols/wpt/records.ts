import type { Alert } from '../../schema/records/alert.js';
import type { Location } from '../../schema/records/location.js';
import { driverIdOf } from '../../domain/records/driver.js';
import { createIsoFormatter } from '../utc.js';
import type { ClockQuality } from '../../schema/system/clock.js';
import type { Telemetry } from '../../domain/report.js';
import { isDecimal, type FieldReader } from './fields.js';

export type WptRecords = {
  readonly locations: readonly Location[];
  readonly alerts: readonly Alert[];
  readonly telemetry?: readonly Telemetry[];
};

/** When a line was received, and how good the gateway's clock was. */
export type ReceivedTime = { readonly at: number; readonly clockQuality: ClockQuality };

type WptAttributes = Record<string, string | number | boolean>;
type DatedRecord = { readonly dateTime: string; readonly attributes: WptAttributes };

const MAX_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const toIso = createIsoFormatter();

/** Readers of the fields after epoch and seq, by line type. If a field is rejected, the result is not used. */
export const readers: Readonly<Record<string, (fields: FieldReader, received: ReceivedTime) => WptRecords>> = {
  FIX: readFix,
  ALR: readAlert,
  TLM: readTelemetry,
};

function dateRecord(utcMs: number | undefined, ageMs: number, { at, clockQuality }: ReceivedTime): DatedRecord {
  if (utcMs === undefined) {
    return { dateTime: toIso(Math.max(0, at - ageMs)), attributes: { timeSource: 'gateway', clockQuality } };
  }
  return { dateTime: toIso(utcMs), attributes: {} };
}

function readFix(fields: FieldReader, received: ReceivedTime): WptRecords {
  const utcMs = fields.number('utcMs', 0, MAX_INSTANT_MS);
  const latitude = fields.number('lat', -90, 90);
  const longitude = fields.number('lon', -180, 180);
  const altitude = fields.optionalNumber('alt', -20_000, 10_000_000);
  const speed = fields.optionalNumber('spd', 0, 100_000);
  const course = fields.optionalNumber('crs', 0, 360);
  const satellites = roundOptional(fields.optionalNumber('sats', 0, 1000));
  const hdop = fields.optionalNumber('hdop', 0, 1_000_000);
  const valid = fields.text('valid');
  const { dateTime, attributes } = dateRecord(utcMs, fields.number('ageMs', 0, MAX_INSTANT_MS) ?? 0, received);
  const battery = roundOptional(fields.optionalNumber('batt', 0, 100));
  if (valid === 'V') return noFix(dateTime, { satellites, battery });
  if (valid !== 'A' && valid !== 'E') return rejectRecord(fields, 'valid must be A, V or E');
  if (latitude === undefined || longitude === undefined) return rejectRecord(fields, 'lat and lon are missing');
  if (hdop !== undefined) attributes.hdop = hdop;
  if (valid === 'E') attributes.estimated = true;
  if (fields.unreadable().length > 0) attributes.unread = fields.unreadable().join(' ');
  const location: Location = { dateTime, latitude, longitude };
  if (altitude !== undefined) location.altitude = altitude;
  if (speed !== undefined) location.speed = speed;
  if (course !== undefined) location.course = course === 360 ? 0 : course;
  if (satellites !== undefined) location.satellites = satellites;
  if (battery !== undefined) location.battery = battery;
  if (Object.keys(attributes).length > 0) location.attributes = attributes;
  return { locations: [location], alerts: [] };
}

/** Without a position there is no location; the other values are kept as telemetry. */
const noFix = (dateTime: string, values: Record<string, number | undefined>): WptRecords => ({
  locations: [],
  alerts: [],
  telemetry: [{ dateTime, values: dropUndefined(values) }],
});

function readAlert(fields: FieldReader, received: ReceivedTime): WptRecords {
  const { dateTime } = dateRecord(fields.number('utcMs', 0, MAX_INSTANT_MS), 0, received);
  const kind = fields.text('kind');
  if (kind === '' || kind.length > 64) return rejectRecord(fields, 'kind must have 1 to 64 characters');
  const severity = fields.optionalNumber('severity', 1, 3);
  const latitude = fields.number('lat', -90, 90);
  const longitude = fields.number('lon', -180, 180);
  const detail = fields.text('detail');
  const text = [detail, severity === undefined ? '' : `severity ${severity}`].filter((part) => part !== '').join(', ');
  const position = latitude === undefined || longitude === undefined ? {} : { latitude, longitude };
  return { locations: [], alerts: [{ dateTime, alerts: [kind], ...position, ...(text !== '' && { text }) }] };
}

/** Keys that JavaScript objects treat specially. */
const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype'];

function readTelemetry(fields: FieldReader, received: ReceivedTime): WptRecords {
  const { dateTime } = dateRecord(fields.number('utcMs', 0, MAX_INSTANT_MS), 0, received);
  const parts = fields.rest();
  const values: Record<string, string | number> = {};
  if (parts.length === 0 || parts.length % 2 === 1) return rejectRecord(fields, 'key without a value');
  for (let at = 0; at < parts.length; at += 2) {
    const [key = '', value = ''] = parts.slice(at, at + 2);
    if (key === '' || key.length > 64 || FORBIDDEN_KEYS.includes(key))
      return rejectRecord(fields, `invalid key: ${key}`);
    Object.assign(values, readValue(key, value));
  }
  return { locations: [], alerts: [], telemetry: [{ dateTime, values }] };
}

/** One value under the name of the gateway for it. */
function readValue(key: string, value: string): Record<string, string | number> {
  // Digits of an id may start with zeros; an empty text is no driver.
  if (key === 'driverId') return { driverId: driverIdOf(value) ?? '' };
  if (!isDecimal(value)) return { [key]: value };
  // From m to km.
  if (key === 'odometer' && Number(value) >= 0) return { milleage: Number(value) / 1000 };
  return { [key]: Number(value) };
}

function rejectRecord(fields: FieldReader, reason: string): WptRecords {
  fields.reject(reason);
  return { locations: [], alerts: [] };
}

const roundOptional = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value);

function dropUndefined(values: Record<string, number | undefined>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== undefined),
  );
}
