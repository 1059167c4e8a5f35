/** 8N1: start bit, eight data bits, stop bit */
const FRAME_BITS = 10;

/** The transmission time of `count` bytes, ms. */
export const transmitMs = (count: number, baudRate: number): number => (count * FRAME_BITS * 1000) / baudRate;

/**
 * The bytes that a UART at `readBaud` receives if `bytes` are sent at `sentBaud` without gaps, both 8N1. They are equal if
 * the rates differ by less than 5 %, and wrong otherwise.
 *
 * The receiver waits for a falling edge, checks the start bit half a bit later, and samples the data bits in their middles.
 * A missing stop bit is no error, because most adapters deliver the byte; the next falling edge is the next start.
 */
export function sampledAt(bytes: Uint8Array, sentBaud: number, readBaud: number): Uint8Array {
  const levels = levelsOf(bytes);
  /** duration of a bit of the receiver, in bits of the sender */
  const width = sentBaud / readBaud;
  const isHigh = (at: number): boolean => (levels[Math.floor(at)] ?? 1) === 1;
  const received: number[] = [];
  for (let edge = 0, free = 0; edge < levels.length; edge += 1) {
    const falls = !isHigh(edge) && (edge === 0 || isHigh(edge - 1));
    if (edge < free || !falls || isHigh(edge + width / 2)) continue;
    let byte = 0;
    for (let bit = 0; bit < 8; bit += 1) if (isHigh(edge + (bit + 1.5) * width)) byte |= 1 << bit;
    received.push(byte);
    free = edge + (FRAME_BITS - 0.5) * width;
  }
  return Uint8Array.from(received);
}

/** The level of each bit on the line, least significant bit first. The idle level is 1. */
function levelsOf(bytes: Uint8Array): Uint8Array {
  const levels = new Uint8Array(bytes.length * FRAME_BITS);
  bytes.forEach((byte, index) => {
    for (let bit = 0; bit < 8; bit += 1) levels[index * FRAME_BITS + 1 + bit] = (byte >> bit) & 1;
    levels[index * FRAME_BITS + FRAME_BITS - 1] = 1;
  });
  return levels;
}
