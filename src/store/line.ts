import { crc32 } from 'node:zlib';
import type { Change, Entry } from '../schema/entry.js';

/**
 * One entry is one line of JSON that carries its own CRC-32, over the bytes before `,"crc"`.
 * The line stays valid JSON, for jq and grep.
 */

export type Stamp = Pick<Entry, 'n' | 'at' | 'boot' | 'up' | 'end'>;

const TAIL = ',"crc":"00000000"}'.length;
const hex = (crc: number): string => crc.toString(16).padStart(8, '0');

/** The line of an entry, line feed included. */
export function encodeLine({ n, at, boot, up, end }: Stamp, { kind, v }: Change): string {
  const batch = end === undefined ? '' : `,"end":${end}`;
  const body = `{"n":${n},"at":"${at}","boot":"${boot}","up":${up}${batch},"kind":"${kind}","v":${JSON.stringify(v)}`;
  return `${body},"crc":"${hex(crc32(body))}"}\n`;
}

/** The entry of a line (without its line feed), or undefined when a single bit of it is not as it was written. */
export function decodeLine(line: Buffer): Entry | undefined {
  const end = line.length - TAIL;
  if (end <= 0 || line.toString('latin1', end, end + 8) !== ',"crc":"') return undefined;
  if (line.toString('latin1', end + 8) !== `${hex(crc32(line.subarray(0, end)))}"}`) return undefined;
  return JSON.parse(line.toString('utf8')) as Entry;
}
