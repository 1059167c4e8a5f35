import { isPrintable, printable } from '../../framing/line-show.js';
import { LONGEST_LINE } from '../../schema/port-line.js';

/** What was heard, to be read by people. */
export type HeardText = { readonly form: 'text' | 'hex'; readonly text: string; readonly bytes: number };

export type HeardLines = {
  /** the lines that are whole by now; what is no text comes as it came */
  readonly push: (bytes: Uint8Array) => readonly HeardText[];
};

/** A line that is longer is given out in parts. */
const longestHeld = 2_048;
/** One strange byte in so many is a disturbance of a text; more are no text. */
const fewStrange = 10;
const lf = 0x0a;
const harmless: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d]);

const isStrange = (byte: number): boolean => !isPrintable(byte) && !harmless.has(byte);

export const isText = (bytes: Uint8Array): boolean => bytes.filter(isStrange).length * fewStrange <= bytes.length;

/** Cuts what was heard into lines; `lineEnd` is the byte that ends them. */
export function createHeardLines(lineEnd = lf): HeardLines {
  let held: Uint8Array = new Uint8Array();

  return {
    push(bytes) {
      const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      held = new Uint8Array();
      if (!isText(all)) return all.length === 0 ? [] : [hexOf(all)];
      const lines: HeardText[] = [];
      let begin = 0;
      for (let end = all.indexOf(lineEnd); end >= 0; end = all.indexOf(lineEnd, begin)) {
        lines.push(...textOf(all.subarray(begin, end + 1)));
        begin = end + 1;
      }
      const rest = all.subarray(begin);
      if (rest.length > longestHeld) lines.push(...textOf(rest));
      else held = rest.slice();
      return lines;
    },
  };
}

function textOf(bytes: Uint8Array): readonly HeardText[] {
  // All of a line would be written out to show its beginning.
  const text = printable(bytes.subarray(0, LONGEST_LINE + 2)).replace(/(?:\\x0D|\\x0A)+/g, '');
  return text === '' ? [] : [{ form: 'text', text: cut(text), bytes: bytes.length }];
}

const hexOf = (bytes: Uint8Array): HeardText => ({
  form: 'hex',
  text: cut(
    Array.from(bytes.subarray(0, LONGEST_LINE), (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' '),
  ),
  bytes: bytes.length,
});

const cut = (text: string): string => (text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE - 1)}…` : text);
