import { imei } from '../../../src/simulator/queclink/frames.js';
import { gt06Alarm, gt06Location, gt06Login, gt06Packet } from '../../../src/simulator/gt06/packets.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { bytes } from './framing.js';

const vehicle = createVehicle({ seed: 5 });
export const gt06Fix = (second: number) => vehicle.fixAt(Date.UTC(2026, 10, 21, 8, 0, second));
export const gt06Imei = imei('86800000', 1);
export const gt06LoginText = gt06Login(gt06Imei, 1).toString('latin1');

/** A position whose cell contains the start of a packet. */
const withStart = (): Buffer => {
  const plain = gt06Location(gt06Fix(3), 4);
  return gt06Packet(0x22, Buffer.concat([plain.subarray(4, 22), bytes('xx\x20yy\0\x20z'), Buffer.of(1, 0, 0)]), 4);
};

export const gt06Frames = [
  gt06Location(gt06Fix(1), 2).toString('latin1'),
  gt06Alarm(gt06Fix(2), 3).toString('latin1'),
  withStart().toString('latin1'),
];

/** CRC-16/X-25, bit by bit. */
function crc(text: string): number {
  let value = 0xffff;
  for (const byte of bytes(text)) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >> 1) ^ 0x8408 : value >> 1;
  }
  return value ^ 0xffff;
}

/** Everything that is a packet by its start, length, CRC and end, at any offset. */
export function gt06Parts(stream: string): readonly string[] {
  return Array.from(stream.matchAll(/(?=(xx|yy))/g)).flatMap(({ index }) => {
    const isLong = stream[index] === 'y';
    const from = index + 2;
    const length = isLong
      ? 256 * stream.charCodeAt(from) + stream.charCodeAt(from + 1) + 2
      : stream.charCodeAt(from) + 1;
    const part = stream.slice(from, from + length - 2);
    const [high = 0, low = 0, ...end] = bytes(stream.slice(from + length - 2, from + length + 2));
    return end.join() === '13,10' && crc(part) === 256 * high + low ? [part] : [];
  });
}
