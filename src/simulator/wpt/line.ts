import { crc16 } from '../../framing/crc16.js';

/** A line of WPT/1. `parts`: type and fields, already escaped. */
export function wptLine(...parts: readonly (string | number)[]): string {
  const content = ['PWPT', ...parts].join(',');
  const text = `${content},${hex(crc16(Buffer.from(content, 'latin1')), 4)}`;
  return `$${text}*${hex(xorOf(text), 2)}\r\n`;
}

/** Type and fields of a line without its line ending; undefined if a checksum is wrong. */
export function readWptLine(line: string): readonly string[] | undefined {
  const [, text = '', xor] = /^\$(PWPT,[\x20-\x7e]*)\*([0-9A-F]{2})$/.exec(line) ?? [];
  const content = text.slice(0, -5);
  if (xor !== hex(xorOf(text), 2)) return undefined;
  if (text.slice(-5) !== `,${hex(crc16(Buffer.from(content, 'latin1')), 4)}`) return undefined;
  return content.split(',').slice(1);
}

/** Splits a stream of bytes into lines; returns type and fields of each valid line. */
export function createWptLines(): (bytes: Uint8Array) => readonly (readonly string[])[] {
  let rest = '';
  return (bytes) => {
    const lines = (rest + Buffer.from(bytes).toString('latin1')).split(/[\r\n]+/);
    rest = (lines.pop() ?? '').slice(-256);
    return lines.map(readWptLine).filter((fields) => fields !== undefined);
  };
}

const RESERVED = /[^\x20-\x7e]|[,*$!\\^~]/;

/** Escapes a text for a field. */
export const escapeWpt = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => {
    const character = String.fromCharCode(byte);
    return RESERVED.test(character) ? `^${hex(byte, 2)}` : character;
  }).join('');

export const unescapeWpt = (field: string): string =>
  Buffer.from(
    field.replace(/\^([0-9A-Fa-f]{2})/g, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  ).toString();

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');
const xorOf = (text: string): number => Buffer.from(text, 'latin1').reduce((sum, byte) => sum ^ byte, 0);
