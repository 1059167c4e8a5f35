import type { Location } from '../../schema/records/location.js';
import { utcMidnight } from '../utc.js';

/** Offsets of the values in the payload; integers are little-endian. */
type PvtLayout = {
  readonly name: string;
  readonly minBytes: number;
  readonly nano: number;
  readonly fixType: number;
  readonly flags: number;
  readonly flags2?: number;
  readonly satellites?: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly aboveSeaLevel: number;
  readonly horizontalAccuracy: number;
  readonly groundSpeed: number;
  readonly heading: number;
  readonly flags3?: number;
};

/** Navigation position, velocity and time: one per solution. */
export const NAV_PVT = 0x0107;
/** The same at a high rate: between solutions, computed with the sensors of a vehicle. */
const HNR_PVT = 0x2800;

/** u-blox M8 Receiver Description, UBX-NAV-PVT and UBX-HNR-PVT. */
const LAYOUTS: ReadonlyMap<number, PvtLayout> = new Map([
  [
    NAV_PVT,
    {
      name: 'NAV-PVT',
      // in protocol version 14; 92 bytes since
      minBytes: 84,
      nano: 16,
      fixType: 20,
      flags: 21,
      flags2: 22,
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
    HNR_PVT,
    {
      name: 'HNR-PVT',
      minBytes: 72,
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
export const layoutOf = (message: number): PvtLayout | undefined => LAYOUTS.get(message);

/** in both messages */
const YEAR_OFFSET = 4;
const VALID_OFFSET = 11;

/** of `valid`: the date and the time are known */
const VALID_DATE_AND_TIME = 3;
/** of `flags`: within the limits of accuracy that the receiver was given */
export const GNSS_FIX_OK = 1;
/** of `flags2`: whether a second source confirms date and time is known; they are confirmed */
const CONFIRMATION_KNOWN = 0x20;
const CONFIRMED = 0xc0;
/** of `flags3`: longitude, latitude and heights are none */
const INVALID_POSITION = 1;
const FLAGS3_MIN_BYTES = 92;

/** 2D, 3D, and satellites with dead reckoning. The others are no fix (0, 5: time only) or estimated (1: dead reckoning). */
export const FIX_TYPES = [2, 3, 4];
export const UNKNOWN_ACCURACY = 0xffffffff;

/** Whether this is a satellite fix with a known time. */
export const isFix = (payload: Buffer, { fixType, flags3 }: PvtLayout): boolean =>
  FIX_TYPES.includes(payload[fixType] ?? 0) &&
  ((payload[VALID_OFFSET] ?? 0) & VALID_DATE_AND_TIME) === VALID_DATE_AND_TIME &&
  !(flags3 !== undefined && payload.length >= FLAGS3_MIN_BYTES && ((payload[flags3] ?? 0) & INVALID_POSITION) !== 0);

/** Whether date and time may be used: they are confirmed, or the receiver cannot tell. */
export function isConfirmed(payload: Buffer, { flags2 }: PvtLayout): boolean {
  const flags = flags2 === undefined ? 0 : (payload[flags2] ?? 0);
  return (flags & CONFIRMATION_KNOWN) === 0 || (flags & CONFIRMED) === CONFIRMED;
}

/** ms since 1970; undefined if date or time do not exist. */
export const readInstant = (payload: Buffer, { nano }: PvtLayout): number | undefined =>
  readUtc(payload, YEAR_OFFSET, nano);

/**
 * Reads the year at `at`, followed by a byte each of month, day, hour, minute and second, and nanoseconds at `nano`: ms
 * since 1970, or undefined if date or time do not exist.
 */
export function readUtc(payload: Buffer, at: number, nano: number): number | undefined {
  const [month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = payload.subarray(at + 2, at + 7);
  const date = utcMidnight(payload.readUInt16LE(at), month, day);
  const nanoseconds = payload.readInt32LE(nano);
  // A second of 60 is a leap second. The second is rounded to the nearest, so its nanoseconds may be negative.
  if (date === undefined || hours > 23 || minutes > 59 || seconds > 60 || Math.abs(nanoseconds) > 1e9) return undefined;
  return date + ((hours * 60 + minutes) * 60 + seconds) * 1000 + Math.round(nanoseconds / 1e6);
}

/** in 1e-7 degrees */
export const isPossiblePosition = (lat: number, lon: number): boolean =>
  Math.abs(lat) <= 90e7 && Math.abs(lon) <= 180e7;

/** Undefined if the position does not exist. */
export function readLocation(payload: Buffer, layout: PvtLayout, dateTime: string): Location | undefined {
  const [lat, lon] = [payload.readInt32LE(layout.latitude), payload.readInt32LE(layout.longitude)];
  if (!isPossiblePosition(lat, lon)) return undefined;
  const location: Location = { dateTime, latitude: lat / 1e7, longitude: lon / 1e7 };
  const speed = payload.readInt32LE(layout.groundSpeed) / 1e3;
  const course = payload.readInt32LE(layout.heading) / 1e5;
  const altitude = payload.readInt32LE(layout.aboveSeaLevel) / 1e3;
  const accuracy = payload.readUInt32LE(layout.horizontalAccuracy);
  if (speed >= 0 && speed <= 100_000) location.speed = speed;
  if (course >= 0 && course <= 360) location.course = course === 360 ? 0 : course;
  if (altitude >= -20_000) location.altitude = altitude;
  if (accuracy !== UNKNOWN_ACCURACY) location.accuracy = accuracy / 1e3;
  if (layout.satellites !== undefined) location.satellites = payload[layout.satellites] ?? 0;
  // The receiver has a fix, but its accuracy is outside the configured limits.
  if (((payload[layout.flags] ?? 0) & GNSS_FIX_OK) === 0) location.attributes = { withinLimits: false };
  return location;
}
