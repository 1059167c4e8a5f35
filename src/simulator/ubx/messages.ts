import type { Fix } from '../fix.js';
import { ACCURACY, GEOID, LEAP_SECONDS, navPvt, timeOfWeekOf, ubxPacket, weekOf } from './packets.js';

/** WGS 84: semi-major axis in m, and first eccentricity squared. */
const AXIS = 6_378_137;
const ECCENTRICITY = 0.006_694_379_990_141_33;
const RADIANS = Math.PI / 180;

/** NAV-SOL, in earth-centered coordinates. */
export function navSol(fix: Fix): Buffer {
  const [sinLat, cosLat] = [Math.sin(fix.latitude * RADIANS), Math.cos(fix.latitude * RADIANS)];
  const [sinLon, cosLon] = [Math.sin(fix.longitude * RADIANS), Math.cos(fix.longitude * RADIANS)];
  const normal = AXIS / Math.sqrt(1 - ECCENTRICITY * sinLat * sinLat);
  const height = fix.altitude + GEOID;
  const [north, east] = [fix.speed * Math.cos(fix.course * RADIANS), fix.speed * Math.sin(fix.course * RADIANS)];
  const position = [
    (normal + height) * cosLat * cosLon,
    (normal + height) * cosLat * sinLon,
    (normal * (1 - ECCENTRICITY) + height) * sinLat,
  ];
  const velocity = [-north * sinLat * cosLon - east * sinLon, -north * sinLat * sinLon + east * cosLon, north * cosLat];
  const payload = Buffer.alloc(52);
  payload.writeUInt32LE(timeOfWeekOf(fix), 0);
  payload.writeInt16LE(weekOf(fix), 8);
  payload.set([3, 0x0d], 10);
  for (const [index, value] of position.entries()) payload.writeInt32LE(Math.round(value * 100), 12 + 4 * index);
  payload.writeUInt32LE(ACCURACY.vertical / 10, 24);
  for (const [index, speed] of velocity.entries()) payload.writeInt32LE(Math.round(speed * 100), 28 + 4 * index);
  payload[47] = fix.satellites;
  return ubxPacket(0x0106, payload);
}

/** NAV-TIMEGPS, with the leap seconds that NAV-SOL needs. */
export function navTimeGps(fix: Fix): Buffer {
  const payload = Buffer.alloc(16);
  payload.writeUInt32LE(timeOfWeekOf(fix), 0);
  payload.writeInt16LE(weekOf(fix), 8);
  payload.set([LEAP_SECONDS, 7], 10);
  return ubxPacket(0x0120, payload);
}

export function navPosllh(fix: Fix): Buffer {
  const payload = Buffer.alloc(28);
  payload.writeUInt32LE(timeOfWeekOf(fix), 0);
  payload.writeInt32LE(Math.round(fix.longitude * 1e7), 4);
  payload.writeInt32LE(Math.round(fix.latitude * 1e7), 8);
  payload.writeInt32LE(Math.round((fix.altitude + GEOID) * 1e3), 12);
  payload.writeInt32LE(Math.round(fix.altitude * 1e3), 16);
  payload.writeUInt32LE(ACCURACY.horizontal, 20);
  payload.writeUInt32LE(ACCURACY.vertical, 24);
  return ubxPacket(0x0102, payload);
}

export function navStatus(fix: Fix): Buffer {
  const payload = Buffer.alloc(16);
  payload.writeUInt32LE(timeOfWeekOf(fix), 0);
  payload.set([3, 0x0d], 4);
  return ubxPacket(0x0103, payload);
}

export function navVelned(fix: Fix): Buffer {
  const payload = Buffer.alloc(36);
  payload.writeUInt32LE(timeOfWeekOf(fix), 0);
  const [north, east] = [Math.cos(fix.course * RADIANS), Math.sin(fix.course * RADIANS)];
  payload.writeInt32LE(Math.round(fix.speed * north * 100), 4);
  payload.writeInt32LE(Math.round(fix.speed * east * 100), 8);
  payload.writeUInt32LE(Math.round(fix.speed * 100), 16);
  payload.writeUInt32LE(Math.round(fix.speed * 100), 20);
  payload.writeInt32LE(Math.round(fix.course * 1e5), 24);
  return ubxPacket(0x0112, payload);
}

export function navTimeUtc(fix: Fix): Buffer {
  const at = new Date(fix.dateTime);
  const payload = Buffer.alloc(20);
  payload.writeUInt32LE(timeOfWeekOf(fix), 0);
  payload.writeInt32LE(at.getUTCMilliseconds() * 1e6, 8);
  payload.writeUInt16LE(at.getUTCFullYear(), 12);
  const clock = [at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()];
  payload.set([...clock, 7], 14);
  return ubxPacket(0x0121, payload);
}

/** HNR-PVT: the values of NAV-PVT at other offsets. */
export function hnrPvt(fix: Fix): Buffer {
  const from = navPvt(fix).subarray(6, -2);
  const payload = Buffer.alloc(72);
  from.copy(payload, 0, 0, 12);
  from.copy(payload, 12, 16, 22);
  from.copy(payload, 20, 24, 40);
  from.copy(payload, 36, 60, 64);
  from.copy(payload, 44, 64, 68);
  from.copy(payload, 52, 40, 44);
  return ubxPacket(0x2800, payload);
}

/** What a receiver sends for each fix; `none`: messages without a position. */
export const UBX_MESSAGES = ['pvt', 'sol', 'posllh', 'hnr', 'none'] as const;
export type UbxMessages = (typeof UBX_MESSAGES)[number];

export const encodeUbx: Readonly<Record<UbxMessages, (fix: Fix) => Buffer>> = {
  pvt: navPvt,
  sol: (fix) => Buffer.concat([navSol(fix), navTimeGps(fix)]),
  posllh: (fix) => Buffer.concat([navPosllh(fix), navStatus(fix), navVelned(fix), navTimeUtc(fix)]),
  hnr: hnrPvt,
  none: (fix) => Buffer.concat([navStatus(fix), navTimeUtc(fix)]),
};
