const CR = 0x0d;
const LF = 0x0a;

/**
 * Counts the bytes of a range that are not line ends. Line ends never count as discarded: they can follow binary frames,
 * and they end the lines of other protocols.
 */
export function countNonEol(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (bytes[at] !== CR && bytes[at] !== LF) count += 1;
  return count;
}
