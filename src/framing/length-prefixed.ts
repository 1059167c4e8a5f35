import type { Framed, Framer } from './framer.js';

type LengthPrefixedFramerOptions<Frame> = {
  /** A frame starts with these two bytes, followed by the length of its content, high byte first. */
  readonly start: readonly [number, number];
  /** of the content */
  readonly maxBytes: number;
  /** Reads the content; undefined when it is implausible: then this was not a start. Must not keep the content. */
  readonly read: (content: Uint8Array) => Frame | undefined;
};

const HEADER_BYTES = 4;

/**
 * Cuts a stream into frames with a length and without a checksum. Only content that `read` accepts is a frame; otherwise
 * the search continues with the byte after the start, so that a torn frame costs only itself. A frame that is not
 * complete yet is not searched for other frames: its content may be user data that looks like a frame. Every byte of the
 * input is in a frame or discarded.
 */
export function createLengthPrefixedFramer<Frame>({
  start,
  maxBytes,
  read,
}: LengthPrefixedFramerOptions<Frame>): Framer<Frame> {
  let held: Uint8Array = new Uint8Array();

  /** The bytes of a frame that starts at `at`: 0 if none does, more than available if it is not complete. */
  function frameBytes(bytes: Uint8Array, at: number): number {
    const [, second = start[1], high, low] = bytes.subarray(at, at + HEADER_BYTES);
    if (second !== start[1]) return 0;
    if (high === undefined || low === undefined) return HEADER_BYTES;
    const length = high * 256 + low;
    return length === 0 || length > maxBytes ? 0 : HEADER_BYTES + length;
  }

  function cut(bytes: Uint8Array, isAll: boolean): Framed<Frame>[] {
    const out: Framed<Frame>[] = [];
    /** start of the bytes that are neither in a frame nor discarded */
    let from = 0;
    let at = bytes.indexOf(start[0]);
    while (at >= 0) {
      const needed = frameBytes(bytes, at);
      const isComplete = at + needed <= bytes.length;
      if (needed > 0 && !isComplete && !isAll) break;
      const frame = needed > 0 && isComplete ? read(bytes.subarray(at + HEADER_BYTES, at + needed)) : undefined;
      if (frame === undefined) {
        at = bytes.indexOf(start[0], at + 1);
        continue;
      }
      if (at > from) out.push({ kind: 'discarded', bytes: at - from, reason: 'noise' });
      out.push({ kind: 'frame', frame, bytes: needed });
      from = at + needed;
      at = bytes.indexOf(start[0], from);
    }
    const end = at < 0 ? bytes.length : at;
    if (end > from) out.push({ kind: 'discarded', bytes: end - from, reason: 'noise' });
    // `slice` of a Buffer would keep the whole chunk.
    held = new Uint8Array(bytes.subarray(end));
    return out;
  }

  return {
    push: (chunk) => cut(held.length === 0 ? chunk : Buffer.concat([held, chunk]), false),
    flush: () => cut(held, true),
    heldBytes: () => held.length,
  };
}
