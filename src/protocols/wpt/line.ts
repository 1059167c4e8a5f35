import { crc16 } from '../../framing/crc16.js';
import type { Framed, Framer } from '../../framing/framer.js';
import { createSentenceFramer, type Sentence } from '../../framing/sentences.js';

/** A line with two valid checksums: `$PWPT,<type>,<fields…>,<CRC>*<XX>`. */
export type WptLine = { readonly type: string; readonly fields: readonly string[] };

/** Including CR LF, in both directions. */
export const MAX_LINE_BYTES = 256;

const ADDRESS = 'PWPT,';
/** the comma and the CRC-16 at the end of the text */
const TAIL_LENGTH = 5;

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');
export const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');

/** NMEA sentences with a second checksum. Other input, such as sentences of a GNSS receiver, is discarded. */
export function createWptFramer(): Framer<WptLine> {
  const sentences = createSentenceFramer();
  return {
    push(chunk) {
      const out: Framed<WptLine>[] = [];
      for (const framed of sentences.push(chunk)) {
        if (framed.kind === 'discarded') out.push(framed);
        else readSentence(framed.frame, framed.bytes, out);
      }
      return out;
    },
    heldBytes: sentences.heldBytes,
  };
}

function readSentence({ prefix, start, text }: Sentence, length: number, out: Framed<WptLine>[]): void {
  if (prefix !== '') out.push({ kind: 'discarded', bytes: prefix.length, reason: 'noise' });
  const isWpt = start === '$' && text.startsWith(ADDRESS);
  const line = isWpt ? parseChecked(text) : undefined;
  const bytes = length - prefix.length;
  if (line !== undefined) out.push({ kind: 'frame', frame: line, bytes });
  else if (bytes > 0) out.push({ kind: 'discarded', bytes, reason: isWpt ? 'checksum' : 'noise' });
}

function parseChecked(text: string): WptLine | undefined {
  const content = text.slice(0, -TAIL_LENGTH);
  if (text.slice(-TAIL_LENGTH) !== `,${hex(crc16(bytesOf(content)), 4)}`) return undefined;
  if (!/^[\x20-\x7e]*$/.test(content)) return undefined;
  const fields = content.slice(ADDRESS.length).split(',');
  const type = unescape(fields.shift() ?? '');
  return { type, fields: content.includes('^') ? fields.map(unescape) : fields };
}

/** A complete line with both checksums and CR LF. */
export function encodeLine(type: string, ...fields: readonly (string | number)[]): string {
  const content = ADDRESS + [type, ...fields.map((field) => escape(String(field)))].join(',');
  const text = `${content},${hex(crc16(bytesOf(content)), 4)}`;
  const xor = bytesOf(text).reduce((sum, byte) => sum ^ byte, 0);
  return `$${text}*${hex(xor, 2)}\r\n`;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** `^hh` is a byte of UTF-8, as in NMEA 0183. Any other caret is literal. */
function unescape(field: string): string {
  if (!field.includes('^')) return field;
  const raw = field.replace(/\^([0-9A-Fa-f]{2})/g, (_all, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return utf8.decode(bytesOf(raw));
}

/** Reserved characters and everything outside printable ASCII. */
const RESERVED = /[^\x20-\x7e]|[,*$!\\^~]/;

function escape(field: string): string {
  if (!RESERVED.test(field)) return field;
  return [...Buffer.from(field)]
    .map((byte) => String.fromCharCode(byte))
    .map((character) => (RESERVED.test(character) ? `^${hex(character.charCodeAt(0), 2)}` : character))
    .join('');
}
