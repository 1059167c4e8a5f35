import { createReflectedCrc16 } from './crc16-reflected.js';

/**
 * CRC-16/CCITT-FALSE: polynomial 1021, initial value FFFF, not reflected, no final XOR. Check value of the ASCII digits
 * "123456789": 29B1 (Greg Cook's catalogue of parametrised CRC algorithms, CRC-16/IBM-3740).
 */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ (TABLE[(crc >> 8) ^ byte] ?? 0);
  return crc;
}

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0);
  return crc;
});

/** CRC-16/X-25, which trackers call CRC-ITU: polynomial 1021, reflected, initial value and final XOR FFFF. Check value: 906E. */
export const crc16X25 = (bytes: Uint8Array): number => X25.addAll(0xffff, bytes) ^ 0xffff;

const X25 = createReflectedCrc16(0x8408);
