import { isPrintable, printable } from '../../framing/printable.js';
import { MAX_LINE_CHARS } from '../../schema/ports/port-line.js';

/** Received data as readable text. */
export type LineText = { readonly form: 'text' | 'hex'; readonly text: string; readonly bytes: number };

export type LineSplitter = {
  /** the lines that are complete; data that is not text is not split */
  readonly push: (bytes: Uint8Array) => readonly LineText[];
};

/** A longer line is split. */
const MAX_HELD_BYTES = 2_048;
/** Text may have one damaged byte per this many; data with more is not text. */
const MIN_BYTES_PER_NON_TEXT = 10;
const LF = 0x0a;
const WHITESPACE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d]);

const isNonText = (byte: number): boolean => !isPrintable(byte) && !WHITESPACE.has(byte);

const isText = (bytes: Uint8Array): boolean => bytes.filter(isNonText).length * MIN_BYTES_PER_NON_TEXT <= bytes.length;

/** Splits received data into lines; `lineEnd` is the byte that ends them. */
export function createLineSplitter(lineEnd = LF): LineSplitter {
  let held: Uint8Array = new Uint8Array();

  return {
    push(bytes) {
      const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      held = new Uint8Array();
      if (!isText(all)) return all.length === 0 ? [] : [toHex(all)];
      const lines: LineText[] = [];
      let start = 0;
      for (let end = all.indexOf(lineEnd); end >= 0; end = all.indexOf(lineEnd, start)) {
        lines.push(...toText(all.subarray(start, end + 1)));
        start = end + 1;
      }
      const rest = all.subarray(start);
      if (rest.length > MAX_HELD_BYTES) lines.push(...toText(rest));
      else held = rest.slice();
      return lines;
    },
  };
}

function toText(bytes: Uint8Array): readonly LineText[] {
  // Converts only the part that is shown.
  const text = printable(bytes.subarray(0, MAX_LINE_CHARS + 2)).replace(/(?:\\x0D|\\x0A)+/g, '');
  return text === '' ? [] : [{ form: 'text', text: truncate(text), bytes: bytes.length }];
}

const toHex = (bytes: Uint8Array): LineText => ({
  form: 'hex',
  text: truncate(
    Array.from(bytes.subarray(0, MAX_LINE_CHARS), (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' '),
  ),
  bytes: bytes.length,
});

const truncate = (text: string): string =>
  text.length > MAX_LINE_CHARS ? `${text.slice(0, MAX_LINE_CHARS - 1)}…` : text;
