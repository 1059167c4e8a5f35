import { createReflectedCrc16 } from './crc16-reflected.js';

/** The polynomial 8005, reflected. */
const POLYNOMIAL = 0xa001;
const ARC = createReflectedCrc16(POLYNOMIAL);

/** CRC-16/ARC, which trackers call CRC-16/IBM: polynomial 8005, initial value 0, reflected. Check value: BB3D. */
export const crc16Arc = (bytes: Uint8Array): number => ARC.addAll(0, bytes);

/** The product of two polynomials modulo that of the CRC, reflected as a sum is. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let mask = 0x8000, power = b; mask > 0; mask >>= 1) {
    if (a & mask) product ^= power;
    power = (power >> 1) ^ (power & 1 ? POLYNOMIAL : 0);
  }
  return product;
}

/** What 1, 2, 4, … bytes zero multiply a sum by. */
const ZERO_FACTORS = Uint16Array.from({ length: 32 });
for (let at = 0, factor = ARC.add(0x8000, 0); at < ZERO_FACTORS.length; at += 1) {
  ZERO_FACTORS[at] = factor;
  factor = multiply(factor, factor);
}

/**
 * CRC-16/ARC of any ranges of the same bytes, each in constant time after one pass over all: a stream can claim a long
 * packet at nearly every byte.
 */
export function crc16ArcOfRanges(bytes: Uint8Array): (from: number, to: number) => number {
  let sums: Uint16Array | undefined;
  return (from, to) => {
    sums ??= sumsOf(bytes);
    let before = sums[from] ?? 0;
    for (let length = to - from, bit = 0; length > 0; length >>>= 1, bit += 1) {
      if (length & 1) before = multiply(before, ZERO_FACTORS[bit] ?? 0);
    }
    return (sums[to] ?? 0) ^ before;
  };
}

/** Of the bytes before each index. */
function sumsOf(bytes: Uint8Array): Uint16Array {
  const sums = new Uint16Array(bytes.length + 1);
  for (let at = 0, crc = 0; at < bytes.length; at += 1) {
    crc = ARC.add(crc, bytes[at] ?? 0);
    sums[at + 1] = crc;
  }
  return sums;
}
