const lf = 0x0a;
/** Of what has no line ends, so much is shown at a time. */
const longest = 256;

/** Bytes as text for people: what is not printable ASCII stands as `\xHH`. */
export const printable = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => (isPrintable(byte) ? String.fromCharCode(byte) : escaped(byte))).join('');

export const isPrintable = (byte: number): boolean => byte >= 0x20 && byte < 0x7f;

/** The lines of a stream as text for people, as they come. */
export function createLineShow(show: (line: string) => void): {
  readonly hear: (chunk: Uint8Array) => void;
  readonly end: () => void;
} {
  let held: number[] = [];

  function flush(): void {
    const line = printable(held).replace(/(?:\\x0D)?\\x0A$/, '');
    held = [];
    if (line !== '') show(line);
  }

  return {
    hear(chunk) {
      for (const byte of chunk) {
        held.push(byte);
        if (byte === lf || held.length >= longest) flush();
      }
    },
    end: flush,
  };
}

const escaped = (byte: number): string => `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
