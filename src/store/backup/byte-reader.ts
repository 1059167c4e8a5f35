const LF = 10;

/** Reads a byte stream by lines or by counts. */
export type ByteReader = {
  /** the next line without its line feed; undefined at the end. Throws if it is longer than `maxBytes`. */
  readonly line: (maxBytes: number) => Promise<Buffer | undefined>;
  /** exactly `count` bytes. Throws if the stream ends earlier. */
  readonly take: (count: number) => Promise<Buffer>;
};

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
        if (buffered.length > maxBytes) throw new Error('a line is too long');
        const next = await nextChunk();
        if (next === undefined && buffered.length > 0) throw new Error('the file ends within a line');
        if (next === undefined) return undefined;
        buffered = Buffer.concat([buffered, next]);
      }
    },
    async take(count) {
      const pieces = [buffered];
      for (let have = buffered.length; have < count;) {
        const next = await nextChunk();
        if (next === undefined) throw new Error('the backup ends within a file');
        pieces.push(next);
        have += next.length;
      }
      const all = pieces.length === 1 ? buffered : Buffer.concat(pieces);
      buffered = all.subarray(count);
      return all.subarray(0, count);
    },
  };
}
