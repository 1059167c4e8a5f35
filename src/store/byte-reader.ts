const LF = 10;

/** A stream of bytes, taken by the line or by number. */
export type ByteReader = {
  /** the next line without its line feed; undefined at the end. Throws when there is none within `most` bytes. */
  readonly line: (most: number) => Promise<Buffer | undefined>;
  /** exactly `count` bytes. Throws when the stream ends before. */
  readonly take: (count: number) => Promise<Buffer>;
};

export function createByteReader(chunks: AsyncIterable<Buffer>): ByteReader {
  const source = chunks[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  /** the next bytes, at least one; undefined at the end */
  async function more(): Promise<Buffer | undefined> {
    const next = await source.next();
    return next.done === true ? undefined : next.value;
  }

  return {
    async line(most) {
      for (;;) {
        const end = held.indexOf(LF);
        if (end >= 0) {
          const line = held.subarray(0, end);
          held = held.subarray(end + 1);
          return line;
        }
        if (held.length > most) throw new Error('a line has no end');
        const next = await more();
        if (next === undefined && held.length > 0) throw new Error('it ends in the middle of a line');
        if (next === undefined) return undefined;
        held = Buffer.concat([held, next]);
      }
    },
    async take(count) {
      const pieces = [held];
      for (let have = held.length; have < count;) {
        const next = await more();
        if (next === undefined) throw new Error('it ends in the middle of a file');
        pieces.push(next);
        have += next.length;
      }
      const all = pieces.length === 1 ? held : Buffer.concat(pieces);
      held = all.subarray(count);
      return all.subarray(0, count);
    },
  };
}
