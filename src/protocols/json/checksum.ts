import { crc16 } from '../../framing/crc16.js';

const star = 0x2a;
const tailBytes = 5;

/** A line without its `*CRC16` tail, if it has one; nothing when the tail is wrong. */
export function checked(line: Uint8Array): Uint8Array | undefined {
  const end = line.length - tailBytes;
  if (end < 0 || line[end] !== star) return line;
  const tail = String.fromCharCode(...line.subarray(end + 1));
  if (!/^[0-9A-F]{4}$/i.test(tail)) return line;
  const content = line.subarray(0, end);
  return crc16(content) === Number.parseInt(tail, 16) ? content : undefined;
}
