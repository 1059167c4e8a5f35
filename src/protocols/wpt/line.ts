import { crc16 } from '../../framing/crc16.js';
import type { Framed, Framer } from '../../framing/framer.js';
import { createSentenceFramer, type Sentence } from '../../framing/sentences.js';

/** A line whose two sums hold: `$PWPT,<type>,<fields…>,<CRC>*<XX>`. */
export type Line = { readonly type: string; readonly fields: readonly string[] };

/** With CR LF, both ways. */
export const maxLineBytes = 256;

const address = 'PWPT,';
/** the comma and the CRC-16 at the end of the text */
const tailLength = 5;

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');
export const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');

/** NMEA sentences with a second sum. What else is on the port, as a GNSS receiver's own sentences, is discarded. */
export function createWptFramer(): Framer<Line> {
  const sentences = createSentenceFramer();
  return {
    push(chunk) {
      const out: Framed<Line>[] = [];
      for (const framed of sentences.push(chunk)) {
        if (framed.kind === 'discarded') out.push(framed);
        else readSentence(framed.frame, out);
      }
      return out;
    },
  };
}

function readSentence({ prefix, start, text }: Sentence, out: Framed<Line>[]): void {
  if (prefix !== '') out.push({ kind: 'discarded', bytes: prefix.length, reason: 'noise' });
  const own = start === '$' && text.startsWith(address);
  const line = own ? checked(text) : undefined;
  if (line !== undefined) out.push({ kind: 'frame', frame: line });
  // `$`, the text, `*` and two digits
  else out.push({ kind: 'discarded', bytes: text.length + 4, reason: own ? 'checksum' : 'noise' });
}

function checked(text: string): Line | undefined {
  const content = text.slice(0, -tailLength);
  if (text.slice(-tailLength) !== `,${hex(crc16(bytesOf(content)), 4)}`) return undefined;
  if (!/^[\x20-\x7e]*$/.test(content)) return undefined;
  const fields = content.slice(address.length).split(',');
  const type = unescaped(fields.shift() ?? '');
  return { type, fields: content.includes('^') ? fields.map(unescaped) : fields };
}

/** A whole line with both sums and CR LF. */
export function encodeLine(type: string, ...fields: readonly (string | number)[]): string {
  const content = address + [type, ...fields.map((field) => escaped(String(field)))].join(',');
  const text = `${content},${hex(crc16(bytesOf(content)), 4)}`;
  const xor = bytesOf(text).reduce((sum, byte) => sum ^ byte, 0);
  return `$${text}*${hex(xor, 2)}\r\n`;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** `^hh` is a byte of UTF-8, as NMEA 0183 has it. A caret with anything else stands for itself. */
function unescaped(field: string): string {
  if (!field.includes('^')) return field;
  const raw = field.replace(/\^([0-9A-Fa-f]{2})/g, (_all, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return utf8.decode(bytesOf(raw));
}

/** Reserved characters and whatever is not printable ASCII. */
const reserved = /[^\x20-\x7e]|[,*$!\\^~]/;

function escaped(field: string): string {
  if (!reserved.test(field)) return field;
  return [...Buffer.from(field)]
    .map((byte) => String.fromCharCode(byte))
    .map((character) => (reserved.test(character) ? `^${hex(character.charCodeAt(0), 2)}` : character))
    .join('');
}
