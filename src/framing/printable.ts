const LF = 0x0a;
/** Of what has no line ends, so much is shown at a time. */
const MAX_LINE_BYTES = 256;

/** Bytes as text for people: what is not printable ASCII stands as `\xHH`. */
export const printable = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => (isPrintable(byte) ? String.fromCharCode(byte) : escapeByte(byte))).join('');

export const isPrintable = (byte: number): boolean => byte >= 0x20 && byte < 0x7f;

/** The lines of a stream as text for people, as they come. */
export function createLinePrinter(show: (line: string) => void): {
  readonly push: (chunk: Uint8Array) => void;
  readonly end: () => void;
} {
  let held: number[] = [];

  function flush(): void {
    const line = printable(held).replace(/(?:\\x0D)?\\x0A$/, '');
    held = [];
    if (line !== '') show(line);
  }

  return {
    push(chunk) {
      for (const byte of chunk) {
        held.push(byte);
        if (byte === LF || held.length >= MAX_LINE_BYTES) flush();
      }
    },
    end: flush,
  };
}

const escapeByte = (byte: number): string => `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
