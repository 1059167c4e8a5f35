const CR = 0x0d;
const LF = 0x0a;

/**
 * How many bytes of a part are no line ends. Frames that need none may have them behind, and lines of other protocols
 * do: they count nowhere as discarded.
 */
export function countNonEol(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (bytes[at] !== CR && bytes[at] !== LF) count += 1;
  return count;
}
