import type { Location } from '../../schema/records/location.js';
import { toGeodetic, toSpeedAndCourse, type Vector } from './ecef.js';
import { FIX_TYPES, GNSS_FIX_OK, isPossiblePosition, readUtc, UNKNOWN_ACCURACY } from './pvt.js';

/** The messages of older receivers: together, those of one time of week (iTOW) are a fix. */
const NAV_POSLLH = 0x0102;
const NAV_STATUS = 0x0103;
const NAV_SOL = 0x0106;
const NAV_VELNED = 0x0112;
export const NAV_TIMEGPS = 0x0120;
const NAV_TIMEUTC = 0x0121;

/** u-blox M8 Receiver Description, UBX-NAV; names and sizes of the payloads. */
export const PARTS: ReadonlyMap<number, { readonly name: string; readonly minBytes: number }> = new Map([
  [NAV_POSLLH, { name: 'NAV-POSLLH', minBytes: 28 }],
  [NAV_STATUS, { name: 'NAV-STATUS', minBytes: 16 }],
  [NAV_SOL, { name: 'NAV-SOL', minBytes: 52 }],
  [NAV_VELNED, { name: 'NAV-VELNED', minBytes: 36 }],
  [NAV_TIMEGPS, { name: 'NAV-TIMEGPS', minBytes: 16 }],
  [NAV_TIMEUTC, { name: 'NAV-TIMEUTC', minBytes: 20 }],
]);

/** The payloads of one iTOW by message. */
export type NavParts = ReadonlyMap<number, Buffer>;

const GPS_START = Date.UTC(1980, 0, 6);
const WEEK_MS = 604_800_000;
/** of `valid` of NAV-TIMEUTC: time of week, week and UTC are known */
const UTC_KNOWN = 7;
/** of `valid` of NAV-TIMEGPS */
const GPS_TIME_KNOWN = 3;
const LEAP_SECONDS_KNOWN = 4;
/** of `flags` of NAV-SOL: week and time of week are known */
const SOL_TIME_KNOWN = 0x0c;
/**
 * The receiver's factory limit for a position, mm. Without a message that gives the fix type, a less accurate position may
 * be that of the last fix.
 */
const MAX_UNSTATED_ACCURACY = 100_000;

/** GPS time minus UTC in s, if this NAV-TIMEGPS gives it. */
export const readLeapSeconds = (payload: Buffer): number | undefined =>
  ((payload[11] ?? 0) & LEAP_SECONDS_KNOWN) !== 0 ? payload.readInt8(10) : undefined;

export const hasPosition = (parts: NavParts): boolean => parts.has(NAV_POSLLH) || parts.has(NAV_SOL);

/** Whether this is a satellite fix; `isWithinLimits` is undefined where no message says it. */
export function readFixState(parts: NavParts): { readonly isFix: boolean; readonly isWithinLimits?: boolean } {
  const [sol, status, posllh] = [parts.get(NAV_SOL), parts.get(NAV_STATUS), parts.get(NAV_POSLLH)];
  const stated = sol?.subarray(10, 12) ?? status?.subarray(4, 6);
  if (stated === undefined) return { isFix: posllh !== undefined && posllh.readUInt32LE(20) <= MAX_UNSTATED_ACCURACY };
  const [type = 0, flags = 0] = stated;
  return { isFix: FIX_TYPES.includes(type), isWithinLimits: (flags & GNSS_FIX_OK) !== 0 };
}

/** ms since 1970; `unknown`: no message gives date and time; undefined: they do not exist */
export function readNavInstant(parts: NavParts, leapSeconds: number | undefined): number | 'unknown' | undefined {
  const utc = parts.get(NAV_TIMEUTC);
  if (utc !== undefined && ((utc[19] ?? 0) & UTC_KNOWN) === UTC_KNOWN) return readUtc(utc, 12, 8);
  const [sol, gps] = [parts.get(NAV_SOL), parts.get(NAV_TIMEGPS)];
  const isSolKnown = ((sol?.[11] ?? 0) & SOL_TIME_KNOWN) === SOL_TIME_KNOWN;
  const isGpsKnown = ((gps?.[11] ?? 0) & GPS_TIME_KNOWN) === GPS_TIME_KNOWN;
  // Both have the time of week, its fraction in ns, and the week at the same offsets.
  const time = isSolKnown ? sol : isGpsKnown ? gps : undefined;
  if (time === undefined || leapSeconds === undefined) return 'unknown';
  const [week, timeOfWeek, fraction] = [time.readInt16LE(8), time.readUInt32LE(0), time.readInt32LE(4)];
  if (week < 0 || timeOfWeek >= WEEK_MS || Math.abs(fraction) > 1e6) return undefined;
  return GPS_START + week * WEEK_MS + timeOfWeek + Math.round(fraction / 1e6) - leapSeconds * 1_000;
}

/** The best position and velocity of the parts, without `withinLimits`; undefined if the position does not exist. */
export function readNavLocation(parts: NavParts, dateTime: string): Location | undefined {
  const [posllh, sol, velned] = [parts.get(NAV_POSLLH), parts.get(NAV_SOL), parts.get(NAV_VELNED)];
  const fromSol = sol === undefined ? undefined : readSol(sol, dateTime);
  const location = posllh === undefined ? fromSol : readPosllh(posllh, dateTime);
  if (location === undefined) return undefined;
  if (velned !== undefined) addVelned(location, velned);
  else if (fromSol?.speed !== undefined) {
    location.speed = fromSol.speed;
    if (fromSol.course !== undefined) location.course = fromSol.course;
  }
  if (sol !== undefined) location.satellites = sol[47] ?? 0;
  return location;
}

function readPosllh(payload: Buffer, dateTime: string): Location | undefined {
  const [lon, lat] = [payload.readInt32LE(4), payload.readInt32LE(8)];
  if (!isPossiblePosition(lat, lon)) return undefined;
  const location: Location = { dateTime, latitude: lat / 1e7, longitude: lon / 1e7 };
  const [altitude, accuracy] = [payload.readInt32LE(16) / 1e3, payload.readUInt32LE(20)];
  if (altitude >= -20_000) location.altitude = altitude;
  if (accuracy !== UNKNOWN_ACCURACY) location.accuracy = accuracy / 1e3;
  return location;
}

/**
 * NAV-SOL has cm and cm/s. Its height is above the ellipsoid, so it is no `altitude`, and its accuracy is that of all three
 * dimensions, so it is no `accuracy`.
 */
function readSol(payload: Buffer, dateTime: string): Location | undefined {
  const at = toGeodetic(readVector(payload, 12));
  if (at === undefined) return undefined;
  const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
  const location: Location = {
    dateTime,
    latitude: round(at.latitude, 8),
    longitude: round(at.longitude, 8),
    attributes: { ellipsoidHeight: round(at.height, 2) },
  };
  const velocity = readVector(payload, 28);
  const { speed, course } = toSpeedAndCourse(velocity, at);
  if (speed <= 100_000) location.speed = round(speed, 3);
  // Standing still has no course.
  if (velocity.some((component) => component !== 0)) location.course = round(course, 3) % 360;
  return location;
}

const readVector = (payload: Buffer, offset: number): Vector => [
  payload.readInt32LE(offset) / 100,
  payload.readInt32LE(offset + 4) / 100,
  payload.readInt32LE(offset + 8) / 100,
];

function addVelned(location: Location, payload: Buffer): void {
  const [speed, course] = [payload.readUInt32LE(20) / 100, payload.readInt32LE(24) / 1e5];
  if (speed <= 100_000) location.speed = speed;
  if (course >= 0 && course <= 360) location.course = course === 360 ? 0 : course;
}
