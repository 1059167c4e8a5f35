import { crc16 } from '../framing/crc16.js';

/** A line of WPT/1 as a tracker writes it: `parts` are type and fields, of plain ASCII without reserved characters. */
export function wptLine(...parts: readonly (string | number)[]): string {
  const content = ['PWPT', ...parts].join(',');
  const text = `${content},${hex(crc16(Buffer.from(content, 'latin1')), 4)}`;
  return `$${text}*${hex(xorOf(text), 2)}\r\n`;
}

/** Type and fields of a line, without its end; nothing when one of its sums is wrong. */
export function readWptLine(line: string): readonly string[] | undefined {
  const [, text = '', xor] = /^\$(PWPT,[\x20-\x7e]*)\*([0-9A-F]{2})$/.exec(line) ?? [];
  const content = text.slice(0, -5);
  if (xor !== hex(xorOf(text), 2)) return undefined;
  if (text.slice(-5) !== `,${hex(crc16(Buffer.from(content, 'latin1')), 4)}`) return undefined;
  return content.split(',').slice(1);
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');
const xorOf = (text: string): number => Buffer.from(text, 'latin1').reduce((sum, byte) => sum ^ byte, 0);
