/** The beginning of a line whose end has not come. */
export type LineBuffer = {
  readonly line: Buffer;
  readonly isEmpty: () => boolean;
  /** Takes a part of `bytes` in, and gives how many bytes it had to drop, the oldest. */
  readonly add: (bytes: Uint8Array, from: number, end: number) => number;
  /** Forgets it, and gives how long it was: up to there `line` is good until the next `add`. */
  readonly clear: () => number;
};

/** Of a line longer than `most` one byte more than that stays, by which it is known as too long. */
export function createLineBuffer(maxBytes: number): LineBuffer {
  // It is cut down only when it is twice as long: not for each byte that comes.
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
