import { crc16X25 } from '../../framing/crc16.js';
import type { Fix } from '../fix.js';

const UNITS_PER_DEGREE = 1_800_000;
const NORTH = 0x0400;
const WEST = 0x0800;
const FIXED = 0x1000;
/** country, network, area and cell at the depot */
const CELL = Buffer.from('00cc1003ec00bd94', 'hex');
const LANGUAGE = 0x02;
const SOS = 0x01;
const MAX_SPEED = 255;

/** A packet with its length, serial number and CRC. */
export function gt06Packet(type: number, content: Uint8Array, serial: number, isExtended = false): Buffer {
  const length = Buffer.alloc(isExtended ? 2 : 1);
  length.writeUIntBE(content.length + 5, 0, length.length);
  const protectedPart = Buffer.concat([length, Buffer.of(type), content, Buffer.of(serial >> 8, serial & 0xff)]);
  const crc = crc16X25(protectedPart);
  const start = Buffer.alloc(2, isExtended ? 0x79 : 0x78);
  return Buffer.concat([start, protectedPart, Buffer.of(crc >> 8, crc & 0xff, 0x0d, 0x0a)]);
}

/** `imei`: 15 digits. `zone`: the bits of the time zone, left out by older trackers. */
export const gt06Login = (imei: string, serial: number, zone?: number): Buffer => {
  const model = zone === undefined ? [] : [0x36, 0x05, zone >> 8, zone & 0xff];
  return gt06Packet(0x01, Buffer.concat([Buffer.from(imei.padStart(16, '0'), 'hex'), Buffer.from(model)]), serial);
};

/** Date, satellites, position, speed, course and status. */
function position({ dateTime, latitude, longitude, speed, course, satellites }: Fix, isFixed: boolean): Buffer {
  const date = new Date(dateTime);
  const content = Buffer.alloc(18);
  content.set([date.getUTCFullYear() - 2000, date.getUTCMonth() + 1, date.getUTCDate()]);
  content.set([date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()], 3);
  content[6] = 0xc0 | Math.min(satellites, 15);
  content.writeUInt32BE(Math.round(Math.abs(latitude) * UNITS_PER_DEGREE), 7);
  content.writeUInt32BE(Math.round(Math.abs(longitude) * UNITS_PER_DEGREE), 11);
  content[15] = Math.min(Math.round(speed * 3.6), MAX_SPEED);
  const status = (isFixed ? FIXED : 0) | (latitude >= 0 ? NORTH : 0) | (longitude < 0 ? WEST : 0);
  content.writeUInt16BE(status | (Math.round(course) % 360), 16);
  return content;
}

/** Message 22: a position; `isFixed` false: the last one, because there is no fix now. */
export const gt06Location = (fix: Fix, serial: number, isFixed = true): Buffer =>
  gt06Packet(0x22, Buffer.concat([position(fix, isFixed), CELL, Buffer.of(Number(fix.speed > 0), 0, 0)]), serial);

/** Message 26: an alarm with the position. */
export function gt06Alarm(fix: Fix, serial: number, code = SOS): Buffer {
  const level = Math.round((fix.battery * 6) / 100);
  const status = Buffer.of(0, level, 4, code, LANGUAGE);
  return gt06Packet(0x26, Buffer.concat([position(fix, true), Buffer.of(CELL.length + 1), CELL, status]), serial);
}

/** A packet of the gateway. */
export type Gt06Received = { readonly type: number; readonly content: Buffer; readonly serial: number };

/** The complete packets in `bytes`, and the incomplete rest. The gateway sends only short ones. */
export function readGt06Packets(bytes: Buffer): { readonly packets: readonly Gt06Received[]; readonly rest: Buffer } {
  const packets: Gt06Received[] = [];
  let at = 0;
  for (;;) {
    const start = bytes.indexOf('xx', at, 'latin1');
    if (start < 0) return { packets, rest: bytes.subarray(bytes.length) };
    const end = start + (bytes[start + 2] ?? Infinity) + 5;
    if (end > bytes.length) return { packets, rest: bytes.subarray(start) };
    const protectedPart = bytes.subarray(start + 2, end - 4);
    at = start + 1;
    if (protectedPart.length < 4 || crc16X25(protectedPart) !== bytes.readUInt16BE(end - 4)) continue;
    packets.push({
      type: protectedPart.readUInt8(1),
      content: protectedPart.subarray(2, -2),
      serial: protectedPart.readUInt16BE(protectedPart.length - 2),
    });
    at = end;
  }
}
