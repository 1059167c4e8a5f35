import type { Alert } from '../../schema/alert.js';
import type { Location } from '../../schema/location.js';
import { createDateTime } from '../date-time.js';
import type { ClockQuality, Telemetry } from '../protocol.js';
import { isDecimal, type Fields } from './fields.js';

export type Records = {
  readonly locations: readonly Location[];
  readonly alerts: readonly Alert[];
  readonly telemetry?: readonly Telemetry[];
};

/** The moment a line came, by a clock that is as good as it is. */
export type Received = { readonly at: number; readonly clockQuality: ClockQuality };

type Attributes = Record<string, string | number | boolean>;
type Dated = { readonly dateTime: string; readonly attributes: Attributes };

const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
/** Nothing that speaks WPT/1 is older; a clock that says so was never set. */
const firstCredible = Date.UTC(2015, 0, 1);
const isoOf = createDateTime();

/** What follows epoch and number, by the type of its line; nothing of it counts when the fields are at fault. */
export const readers: Readonly<Record<string, (fields: Fields, received: Received) => Records>> = {
  FIX: readFix,
  ALR: readAlert,
  TLM: readTelemetry,
};

function dated(utcMs: number | undefined, ageMs: number, { at, clockQuality }: Received): Dated {
  if (utcMs === undefined) {
    return { dateTime: isoOf(Math.max(0, at - ageMs)), attributes: { timeSource: 'gateway', clockQuality } };
  }
  return { dateTime: isoOf(utcMs), attributes: utcMs < firstCredible ? { timeSuspect: true } : {} };
}

function readFix(fields: Fields, received: Received): Records {
  const utcMs = fields.number('utcMs', 0, lastInstant);
  const latitude = fields.number('lat', -90, 90);
  const longitude = fields.number('lon', -180, 180);
  const altitude = fields.detail('alt', -20_000, 10_000_000);
  const speed = fields.detail('spd', 0, 100_000);
  const course = fields.detail('crs', 0, 360);
  const satellites = rounded(fields.detail('sats', 0, 1000));
  const hdop = fields.detail('hdop', 0, 1_000_000);
  const valid = fields.text('valid');
  const { dateTime, attributes } = dated(utcMs, fields.number('ageMs', 0, lastInstant) ?? 0, received);
  const battery = rounded(fields.detail('batt', 0, 100));
  if (valid === 'V') return noFix(dateTime, { satellites, battery });
  if (valid !== 'A' && valid !== 'E') return blamed(fields, 'valid is none of A, V and E');
  if (latitude === undefined || longitude === undefined) return blamed(fields, 'a fix has no place');
  if (hdop !== undefined) attributes.hdop = hdop;
  if (valid === 'E') attributes.estimated = true;
  if (fields.unread().length > 0) attributes.unread = fields.unread().join(' ');
  const location: Location = { dateTime, latitude, longitude };
  if (altitude !== undefined) location.altitude = altitude;
  if (speed !== undefined) location.speed = speed;
  if (course !== undefined) location.course = course === 360 ? 0 : course;
  if (satellites !== undefined) location.satellites = satellites;
  if (battery !== undefined) location.battery = battery;
  if (Object.keys(attributes).length > 0) location.attributes = attributes;
  return { locations: [location], alerts: [] };
}

/** Without a place there is no location; what else was said is kept as if it had been told by itself. */
const noFix = (dateTime: string, values: Record<string, number | undefined>): Records => ({
  locations: [],
  alerts: [],
  telemetry: [{ dateTime, values: present(values) }],
});

function readAlert(fields: Fields, received: Received): Records {
  const { dateTime } = dated(fields.number('utcMs', 0, lastInstant), 0, received);
  const kind = fields.text('kind');
  if (kind === '' || kind.length > 64) return blamed(fields, 'kind is empty or longer than 64');
  const severity = fields.detail('severity', 1, 3);
  const latitude = fields.number('lat', -90, 90);
  const longitude = fields.number('lon', -180, 180);
  const detail = fields.text('detail');
  const text = [detail, severity === undefined ? '' : `severity ${severity}`].filter((part) => part !== '').join(', ');
  const place = latitude === undefined || longitude === undefined ? {} : { latitude, longitude };
  return { locations: [], alerts: [{ dateTime, alerts: [kind], ...place, ...(text !== '' && { text }) }] };
}

/** Names that mean something to the language itself are no names of values. */
const forbidden = ['__proto__', 'constructor', 'prototype'];

function readTelemetry(fields: Fields, received: Received): Records {
  const { dateTime } = dated(fields.number('utcMs', 0, lastInstant), 0, received);
  const parts = fields.rest();
  const values: Record<string, string | number> = {};
  if (parts.length === 0 || parts.length % 2 === 1) return blamed(fields, 'a key has no value');
  for (let at = 0; at < parts.length; at += 2) {
    const [key = '', value = ''] = parts.slice(at, at + 2);
    if (key === '' || key.length > 64 || forbidden.includes(key)) return blamed(fields, `a key is no name: ${key}`);
    values[key] = isDecimal(value) ? Number(value) : value;
  }
  return { locations: [], alerts: [], telemetry: [{ dateTime, values }] };
}

function blamed(fields: Fields, why: string): Records {
  fields.blame(why);
  return { locations: [], alerts: [] };
}

const rounded = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value);

function present(values: Record<string, number | undefined>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== undefined),
  );
}
