const LF = 10;

/** Reads a byte stream by lines or by counts. */
export type ByteReader = {
  /** the next line without its line feed; undefined at the end. Throws if it is longer than `maxBytes`. */
  readonly line: (maxBytes: number) => Promise<Buffer | undefined>;
  /** exactly `count` bytes. Throws if the stream ends earlier. */
  readonly take: (count: number) => Promise<Buffer>;
};

/** The stream ended before its content did. */
export class CutOff extends Error {}
/** A line is longer than any that belongs there. */
export class LineTooLong extends Error {}

export function createByteReader(chunks: AsyncIterable<Buffer>): ByteReader {
  const source = chunks[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);

  /** the next bytes, at least one; undefined at the end */
  async function nextChunk(): Promise<Buffer | undefined> {
    const next = await source.next();
    return next.done === true ? undefined : next.value;
  }

  return {
    async line(maxBytes) {
      for (;;) {
        const end = buffered.indexOf(LF);
        if (end >= 0) {
          const line = buffered.subarray(0, end);
          buffered = buffered.subarray(end + 1);
          return line;
        }
        if (buffered.length > maxBytes) throw new LineTooLong();
        const next = await nextChunk();
        if (next === undefined && buffered.length > 0) throw new CutOff();
        if (next === undefined) return undefined;
        buffered = Buffer.concat([buffered, next]);
      }
    },
    async take(count) {
      const pieces = [buffered];
      for (let have = buffered.length; have < count;) {
        const next = await nextChunk();
        if (next === undefined) throw new CutOff();
        pieces.push(next);
        have += next.length;
      }
      const all = pieces.length === 1 ? buffered : Buffer.concat(pieces);
      buffered = all.subarray(count);
      return all.subarray(0, count);
    },
  };
}
