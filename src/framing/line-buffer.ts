/** Holds the start of a line until its end is received. */
export type LineBuffer = {
  readonly line: Buffer;
  readonly isEmpty: () => boolean;
  readonly length: () => number;
  /** Appends a range of `bytes` and returns how many of the oldest bytes were dropped. */
  readonly add: (bytes: Uint8Array, from: number, end: number) => number;
  /** Empties the buffer and returns its length: the content of `line` stays valid until the next `add`. */
  readonly clear: () => number;
};

/** Of a longer line, the last `maxBytes` + 1 bytes are kept, which marks it as too long. */
export function createLineBuffer(maxBytes: number): LineBuffer {
  // Twice the length, so that bytes are not moved for every byte received.
  const line = Buffer.alloc(2 * maxBytes);
  let length = 0;

  function dropOldest(): number {
    const dropped = length - maxBytes - 1;
    line.copyWithin(0, dropped, length);
    length -= dropped;
    return dropped;
  }

  return {
    line,
    isEmpty: () => length === 0,
    length: () => length,
    add(bytes, from, end) {
      let dropped = 0;
      for (let at = from; at < end; at += 1) {
        if (length === line.length) dropped += dropOldest();
        line[length] = bytes[at] ?? 0;
        length += 1;
      }
      return dropped;
    },
    clear() {
      const cleared = length;
      length = 0;
      return cleared;
    },
  };
}
