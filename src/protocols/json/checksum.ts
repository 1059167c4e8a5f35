import { crc16 } from '../../framing/crc16.js';
import { parseHexByte } from '../../framing/hex.js';

const STAR = 0x2a;
const TAIL_BYTES = 5;

/** The line without its optional `*CRC16` tail; undefined if the checksum is wrong. */
export function stripChecksum(line: Uint8Array): Uint8Array | undefined {
  const end = line.length - TAIL_BYTES;
  if (end < 0 || line[end] !== STAR) return line;
  const high = parseHexByte(line[end + 1], line[end + 2]);
  const low = parseHexByte(line[end + 3], line[end + 4]);
  if (high < 0 || low < 0) return line;
  const content = line.subarray(0, end);
  return crc16(content) === high * 256 + low ? content : undefined;
}
