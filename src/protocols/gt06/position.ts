import { KMH, speedIn } from '../../domain/records/speed.js';
import type { Location } from '../../schema/records/location.js';
import { timeOfDay, utcMidnight } from '../utc.js';

export const DATE_BYTES = 6;
/** date, satellites, latitude, longitude, speed, course and status */
export const POSITION_BYTES = 18;
const UNITS_PER_DEGREE = 1_800_000;
const COURSE_BITS = 0x03ff;
const NORTH = 0x0400;
const WEST = 0x0800;
const FIXED = 0x1000;

/** A position without its time. */
export type Gt06Place = Omit<Location, 'dateTime'>;

/** `unset`: the clock of the tracker has no time yet; `malformed`: not a time. */
export type TrackerTime = { readonly instant: number } | 'unset' | 'malformed';

/** Year since 2000, month, day, hour, minute and second; `zoneMs`: what the tracker's clock is ahead of UTC. */
export function readTime(content: Buffer, at: number, zoneMs: number): TrackerTime {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = content.subarray(at, at + DATE_BYTES);
  if (year + month + day + hour + minute + second === 0) return 'unset';
  const midnight = utcMidnight(2000 + year, month, day);
  const time = timeOfDay(hour, minute, second);
  if (midnight === undefined || time === undefined || year > 99) return 'malformed';
  return { instant: midnight + time - zoneMs };
}

/** Where the fields of a position are in the content; some messages have fewer of them. */
export type PlaceFields = {
  readonly satellites?: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly speed?: number;
  readonly status: number;
};

/** Fields of a position whose date starts at `at`, as in almost all messages. */
export const fieldsAt = (at: number): PlaceFields => ({
  satellites: at + 6,
  latitude: at + 7,
  longitude: at + 11,
  speed: at + 15,
  status: at + 16,
});

/**
 * The position of a fix; `none`: the tracker has no fix and repeats its last position, or has none; `malformed`: not a
 * position.
 */
export function readPlace(content: Buffer, fields: PlaceFields): Gt06Place | 'none' | 'malformed' {
  const status = content.readUInt16BE(fields.status);
  if ((status & FIXED) === 0) return 'none';
  const latitude = rounded(content.readUInt32BE(fields.latitude) / UNITS_PER_DEGREE, 7);
  const longitude = rounded(content.readUInt32BE(fields.longitude) / UNITS_PER_DEGREE, 7);
  const course = status & COURSE_BITS;
  if (latitude > 90 || longitude > 180 || course > 360) return 'malformed';
  const place: Gt06Place = {
    latitude: status & NORTH ? latitude : -latitude,
    longitude: status & WEST ? -longitude : longitude,
    course: course % 360,
  };
  if (fields.speed !== undefined) place.speed = speedIn(KMH, content.readUInt8(fields.speed));
  if (fields.satellites !== undefined) place.satellites = content.readUInt8(fields.satellites) & 0x0f;
  return place;
}

const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals;
