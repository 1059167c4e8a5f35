/** Start, eight data, stop: 8N1. */
const FRAME_BITS = 10;

/** How long `count` bytes take on a line of this speed, ms. */
export const transmitMs = (count: number, baudRate: number): number => (count * FRAME_BITS * 1000) / baudRate;

/**
 * What a UART at `readBaud` makes of `bytes` that were sent without a gap at `sentBaud`, 8N1 both, the line idle before
 * and after: what was sent when the rates are within 5 % of each other, garbage otherwise.
 *
 * The receiver waits for the line to fall, looks half a bit later whether that was a start, and takes the data bits at
 * their middles. A stop bit that is not there is no error here: the byte is handed over all the same, as most adapters
 * do, and the next start is the next fall of the line.
 */
export function sampledAt(bytes: Uint8Array, sentBaud: number, readBaud: number): Uint8Array {
  const levels = levelsOf(bytes);
  /** of a receiver's bit, in bits of the sender */
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

/** The line bit by bit, least significant first; 1 is idle. */
function levelsOf(bytes: Uint8Array): Uint8Array {
  const levels = new Uint8Array(bytes.length * FRAME_BITS);
  bytes.forEach((byte, index) => {
    for (let bit = 0; bit < 8; bit += 1) levels[index * FRAME_BITS + 1 + bit] = (byte >> bit) & 1;
    levels[index * FRAME_BITS + FRAME_BITS - 1] = 1;
  });
  return levels;
}
