import type { Framed, Framer } from './framer.js';

type LineFramerOptions = {
  /** the longest line, without its end; a longer one is discarded whole */
  readonly maxBytes: number;
  /** returns the content of a line, or undefined when its checksum is wrong */
  readonly check?: (line: Uint8Array) => Uint8Array | undefined;
};

const CR = 0x0d;
const LF = 0x0a;
const MIN_BUFFER_BYTES = 256;

/**
 * Cuts a stream into lines with any content. Every CR and every LF ends a line; empty lines are skipped. Every byte of
 * the input is exactly one of: in a line (before `check` removes its checksum), a line end, discarded.
 */
export function createLineFramer({ maxBytes, check = (line) => line }: LineFramerOptions): Framer<Uint8Array> {
  const held = createGrowingBuffer(maxBytes);
  let isSkipping = false;

  function append(chunk: Uint8Array, from: number, end: number, out: Framed<Uint8Array>[]): void {
    if (from === end) return;
    if (!isSkipping && held.add(chunk, from, end)) return;
    // Discards the held part and the rest of its line.
    out.push({ kind: 'discarded', bytes: held.drop() + end - from, reason: 'too-long' });
    isSkipping = true;
  }

  /** Ends the line whose last bytes are those of `chunk` from `from` to `end`. */
  function finish(chunk: Uint8Array, from: number, end: number, out: Framed<Uint8Array>[]): void {
    const isWhole = !isSkipping && held.isEmpty() && end - from <= maxBytes;
    if (isWhole && from === end) return;
    if (!isWhole) append(chunk, from, end, out);
    isSkipping = false;
    const line = isWhole ? new Uint8Array(chunk.subarray(from, end)) : held.takeAll();
    if (line.length === 0) return;
    const frame = check(line);
    if (frame === undefined) out.push({ kind: 'discarded', bytes: line.length, reason: 'checksum' });
    else out.push({ kind: 'frame', frame, bytes: line.length });
  }

  return {
    push(chunk) {
      const out: Framed<Uint8Array>[] = [];
      let from = 0;
      let nextCr = -1;
      let nextLf = -1;
      for (;;) {
        if (nextCr < from) nextCr = indexOrEnd(chunk, CR, from);
        if (nextLf < from) nextLf = indexOrEnd(chunk, LF, from);
        const end = Math.min(nextCr, nextLf);
        if (end === chunk.length) {
          append(chunk, from, end, out);
          return out;
        }
        finish(chunk, from, end, out);
        from = end + 1;
      }
    },
    heldBytes: held.length,
  };
}

const indexOrEnd = (chunk: Uint8Array, end: number, from: number): number => {
  const at = chunk.indexOf(end, from);
  return at < 0 ? chunk.length : at;
};

/** Holds the line so far, in a buffer that doubles as it grows and is released after a long line. */
function createGrowingBuffer(maxBytes: number) {
  let buffer = new Uint8Array(MIN_BUFFER_BYTES);
  let length = 0;
  return {
    isEmpty: () => length === 0,
    length: () => length,
    /** False, without a change, when the line would be too long. */
    add(chunk: Uint8Array, from: number, end: number): boolean {
      const needed = length + end - from;
      if (needed > maxBytes) return false;
      if (needed > buffer.length) {
        const larger = new Uint8Array(Math.min(maxBytes, Math.max(needed, 2 * buffer.length)));
        larger.set(buffer.subarray(0, length));
        buffer = larger;
      }
      buffer.set(chunk.subarray(from, end), length);
      length = needed;
      return true;
    },
    drop(): number {
      const dropped = length;
      length = 0;
      buffer = new Uint8Array(MIN_BUFFER_BYTES);
      return dropped;
    },
    takeAll(): Uint8Array {
      const line = buffer.slice(0, length);
      length = 0;
      if (buffer.length > MIN_BUFFER_BYTES) buffer = new Uint8Array(MIN_BUFFER_BYTES);
      return line;
    },
  };
}
