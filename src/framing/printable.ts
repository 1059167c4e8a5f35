const LF = 0x0a;
/** Longer lines are split. */
const MAX_LINE_BYTES = 256;

/** Bytes as readable text; bytes other than printable ASCII become `\xHH`. */
export const printable = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => (isPrintable(byte) ? String.fromCharCode(byte) : escapeByte(byte))).join('');

export const isPrintable = (byte: number): boolean => byte >= 0x20 && byte < 0x7f;

/** Passes the lines of a stream to `show`, as readable text. */
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
