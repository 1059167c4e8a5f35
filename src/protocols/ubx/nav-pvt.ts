import type { Location } from '../../schema/location.js';
import { day } from '../day.js';

/** Navigation position, velocity and time (u-blox M8 Receiver Description, UBX-NAV-PVT); integers, low byte first. */
export const navPvt = 0x0107;
/** of protocol version 14; 92 bytes since */
export const shortestNavPvt = 84;

const year = 4;
const month = 6;
const dayOfMonth = 7;
const hour = 8;
const minute = 9;
const second = 10;
const valid = 11;
const nano = 16;
const fixType = 20;
const flags = 21;
const satellites = 23;
const longitude = 24;
const latitude = 28;
const aboveSeaLevel = 36;
const horizontalAccuracy = 40;
const groundSpeed = 60;
const heading = 64;
const flags3 = 78;

/** of `valid`: the date and the time are known */
const dateAndTime = 3;
/** of `flags`: within the limits of accuracy that the receiver was given */
const gnssFixOk = 1;
/** of `flags3`: longitude, latitude and heights are none */
const invalidPosition = 1;
const hasFlags3 = 92;

/** 2D, 3D, and satellites with dead reckoning. Others are none (0, 5: time alone) or guessed (1: dead reckoning alone). */
const fixTypes = [2, 3, 4];
const unknownAccuracy = 0xffffffff;

/** Whether it is a position measured by satellites at a time that is known. */
export const isFix = (payload: Buffer): boolean =>
  fixTypes.includes(payload[fixType] ?? 0) &&
  ((payload[valid] ?? 0) & dateAndTime) === dateAndTime &&
  !(payload.length >= hasFlags3 && ((payload[flags3] ?? 0) & invalidPosition) !== 0);

/** ms since 1970, or nothing when the calendar or the clock has no such instant. */
export function instantOf(payload: Buffer): number | undefined {
  const date = day(payload.readUInt16LE(year), payload[month] ?? 0, payload[dayOfMonth] ?? 0);
  const [hours, minutes, seconds] = [payload[hour] ?? 0, payload[minute] ?? 0, payload[second] ?? 0];
  const nanoseconds = payload.readInt32LE(nano);
  // A second may be a leap second. Of the nearest second: its parts may be negative.
  if (date === undefined || hours > 23 || minutes > 59 || seconds > 60 || Math.abs(nanoseconds) > 1e9) return undefined;
  return date + ((hours * 60 + minutes) * 60 + seconds) * 1000 + Math.round(nanoseconds / 1e6);
}

/** The fix, dated; or nothing when there is no such place. */
export function locationOf(payload: Buffer, dateTime: string): Location | undefined {
  const [lat, lon] = [payload.readInt32LE(latitude), payload.readInt32LE(longitude)];
  if (Math.abs(lat) > 90e7 || Math.abs(lon) > 180e7) return undefined;
  const location: Location = { dateTime, latitude: lat / 1e7, longitude: lon / 1e7 };
  const speed = payload.readInt32LE(groundSpeed) / 1e3;
  const course = payload.readInt32LE(heading) / 1e5;
  const altitude = payload.readInt32LE(aboveSeaLevel) / 1e3;
  const accuracy = payload.readUInt32LE(horizontalAccuracy);
  if (speed >= 0 && speed <= 100_000) location.speed = speed;
  if (course >= 0 && course <= 360) location.course = course === 360 ? 0 : course;
  if (altitude >= -20_000) location.altitude = altitude;
  if (accuracy !== unknownAccuracy) location.accuracy = accuracy / 1e3;
  location.satellites = payload[satellites] ?? 0;
  // It has a fix, of which it says how good it is, and that it is worse than it should be.
  if (((payload[flags] ?? 0) & gnssFixOk) === 0) location.attributes = { withinLimits: false };
  return location;
}
