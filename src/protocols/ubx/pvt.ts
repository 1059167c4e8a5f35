import type { Location } from '../../schema/location.js';
import { day } from '../day.js';

/** Where the values of a message stand in its payload; integers, low byte first. */
type Layout = {
  readonly name: string;
  readonly shortest: number;
  readonly nano: number;
  readonly fixType: number;
  readonly flags: number;
  readonly satellites?: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly aboveSeaLevel: number;
  readonly horizontalAccuracy: number;
  readonly groundSpeed: number;
  readonly heading: number;
  readonly flags3?: number;
};

/** Navigation position, velocity and time: one of each solution. */
export const navPvt = 0x0107;
/** The same at a high rate, reckoned with the sensors of a vehicle between the solutions. */
export const hnrPvt = 0x2800;

/** u-blox M8 Receiver Description, UBX-NAV-PVT and UBX-HNR-PVT. */
const layouts: ReadonlyMap<number, Layout> = new Map([
  [
    navPvt,
    {
      name: 'NAV-PVT',
      // of protocol version 14; 92 bytes since
      shortest: 84,
      nano: 16,
      fixType: 20,
      flags: 21,
      satellites: 23,
      longitude: 24,
      latitude: 28,
      aboveSeaLevel: 36,
      horizontalAccuracy: 40,
      groundSpeed: 60,
      heading: 64,
      flags3: 78,
    },
  ],
  [
    hnrPvt,
    {
      name: 'HNR-PVT',
      shortest: 72,
      nano: 12,
      fixType: 16,
      flags: 17,
      longitude: 20,
      latitude: 24,
      aboveSeaLevel: 32,
      horizontalAccuracy: 52,
      groundSpeed: 36,
      heading: 44,
    },
  ],
]);
export const layoutOf = (message: number): Layout | undefined => layouts.get(message);

/** of both */
const year = 4;
const month = 6;
const dayOfMonth = 7;
const hour = 8;
const minute = 9;
const second = 10;
const valid = 11;

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
export const isFix = (payload: Buffer, { fixType, flags3 }: Layout): boolean =>
  fixTypes.includes(payload[fixType] ?? 0) &&
  ((payload[valid] ?? 0) & dateAndTime) === dateAndTime &&
  !(flags3 !== undefined && payload.length >= hasFlags3 && ((payload[flags3] ?? 0) & invalidPosition) !== 0);

/** ms since 1970, or nothing when the calendar or the clock has no such instant. */
export function instantOf(payload: Buffer, { nano }: Layout): number | undefined {
  const date = day(payload.readUInt16LE(year), payload[month] ?? 0, payload[dayOfMonth] ?? 0);
  const [hours, minutes, seconds] = [payload[hour] ?? 0, payload[minute] ?? 0, payload[second] ?? 0];
  const nanoseconds = payload.readInt32LE(nano);
  // A second may be a leap second. Of the nearest second: its parts may be negative.
  if (date === undefined || hours > 23 || minutes > 59 || seconds > 60 || Math.abs(nanoseconds) > 1e9) return undefined;
  return date + ((hours * 60 + minutes) * 60 + seconds) * 1000 + Math.round(nanoseconds / 1e6);
}

/** The fix, dated; or nothing when there is no such place. */
export function locationOf(payload: Buffer, layout: Layout, dateTime: string): Location | undefined {
  const [lat, lon] = [payload.readInt32LE(layout.latitude), payload.readInt32LE(layout.longitude)];
  if (Math.abs(lat) > 90e7 || Math.abs(lon) > 180e7) return undefined;
  const location: Location = { dateTime, latitude: lat / 1e7, longitude: lon / 1e7 };
  const speed = payload.readInt32LE(layout.groundSpeed) / 1e3;
  const course = payload.readInt32LE(layout.heading) / 1e5;
  const altitude = payload.readInt32LE(layout.aboveSeaLevel) / 1e3;
  const accuracy = payload.readUInt32LE(layout.horizontalAccuracy);
  if (speed >= 0 && speed <= 100_000) location.speed = speed;
  if (course >= 0 && course <= 360) location.course = course === 360 ? 0 : course;
  if (altitude >= -20_000) location.altitude = altitude;
  if (accuracy !== unknownAccuracy) location.accuracy = accuracy / 1e3;
  if (layout.satellites !== undefined) location.satellites = payload[layout.satellites] ?? 0;
  // It has a fix, of which it says how good it is, and that it is worse than it should be.
  if (((payload[layout.flags] ?? 0) & gnssFixOk) === 0) location.attributes = { withinLimits: false };
  return location;
}
