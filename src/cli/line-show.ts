const lf = 0x0a;
/** Of what has no line ends, so much is shown at a time. */
const longest = 256;

/** Bytes as lines to be read by people: what is not printable ASCII stands as `\xHH`. */
export function createLineShow(show: (line: string) => void): {
  readonly hear: (chunk: Uint8Array) => void;
  readonly end: () => void;
} {
  let held: number[] = [];

  function flush(): void {
    const text = held.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : escaped(byte))).join('');
    const line = text.replace(/(?:\\x0D)?\\x0A$/, '');
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
