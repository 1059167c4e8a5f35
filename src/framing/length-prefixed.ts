import type { Framed, Framer } from './framer.js';

type LengthPrefixedFramerOptions<Frame> = {
  /** A frame begins with these two bytes; two more say how long what follows is, the high one first. */
  readonly start: readonly [number, number];
  /** of what follows */
  readonly maxBytes: number;
  /** What follows, read; nothing when that can not be: then the start was none. It is not kept. */
  readonly read: (content: Uint8Array) => Frame | undefined;
};

const HEADER_BYTES = 4;

/**
 * Cuts a stream into frames that say how long they are, and have no checksum. Only what `read` can read is a frame:
 * otherwise it looks again from the byte after the start, so that one that was torn costs none of those behind it.
 * Nothing is taken out of one that is not whole yet: what stands in it may be somebody's who only says what a frame says.
 * Every byte of the input is in a frame or discarded.
 */
export function createLengthPrefixedFramer<Frame>({
  start,
  maxBytes,
  read,
}: LengthPrefixedFramerOptions<Frame>): Framer<Frame> {
  let held: Uint8Array = new Uint8Array();

  /** How many bytes from `at` on a frame needs that begins there: 0 when none does, more than there are when it may. */
  function needed(bytes: Uint8Array, at: number): number {
    const [, second = start[1], high, low] = bytes.subarray(at, at + HEADER_BYTES);
    if (second !== start[1]) return 0;
    if (high === undefined || low === undefined) return HEADER_BYTES;
    const length = high * 256 + low;
    return length === 0 || length > maxBytes ? 0 : HEADER_BYTES + length;
  }

  function cut(bytes: Uint8Array, isAll: boolean): Framed<Frame>[] {
    const out: Framed<Frame>[] = [];
    /** where what is not discarded yet begins */
    let from = 0;
    let at = bytes.indexOf(start[0]);
    while (at >= 0) {
      const bytesNeeded = needed(bytes, at);
      const isThere = at + bytesNeeded <= bytes.length;
      if (bytesNeeded > 0 && !isThere && !isAll) break;
      const frame = bytesNeeded > 0 && isThere ? read(bytes.subarray(at + HEADER_BYTES, at + bytesNeeded)) : undefined;
      if (frame === undefined) {
        at = bytes.indexOf(start[0], at + 1);
        continue;
      }
      if (at > from) out.push({ kind: 'discarded', bytes: at - from, reason: 'noise' });
      out.push({ kind: 'frame', frame });
      from = at + bytesNeeded;
      at = bytes.indexOf(start[0], from);
    }
    const end = at < 0 ? bytes.length : at;
    if (end > from) out.push({ kind: 'discarded', bytes: end - from, reason: 'noise' });
    held = bytes.slice(end);
    return out;
  }

  return {
    push: (chunk) => cut(held.length === 0 ? chunk : Buffer.concat([held, chunk]), false),
    flush: () => cut(held, true),
  };
}
