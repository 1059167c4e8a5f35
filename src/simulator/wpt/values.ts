import { createHash, createHmac } from 'node:crypto';
import { crc16 } from '../../framing/crc16.js';

/** Settings by their names in the protocol, as text. */
export type WptValues = Readonly<Record<string, string>>;

/** The factory settings. */
export const FACTORY: WptValues = {
  id: '',
  name: '',
  key: '',
  int: '60',
  intm: '10',
  dist: '100',
  batch: '1',
  baud: '115200',
  alr: '511',
  led: '1',
  gnss: '5',
};

const integerWithin =
  (min: number, max: number) =>
  (text: string): boolean =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;
const matching =
  (form: RegExp) =>
  (text: string): boolean =>
    form.test(text);

const RULES = new Map<string, (text: string) => boolean>([
  ['id', matching(/^[A-Za-z0-9._:-]{0,64}$/)],
  ['name', (text) => Buffer.byteLength(text) <= 64 && !/\p{Cc}/u.test(text)],
  ['key', matching(/^[0-9A-Fa-f]{32}$/)],
  ['int', integerWithin(5, 86_400)],
  ['intm', integerWithin(1, 86_400)],
  ['dist', integerWithin(0, 100_000)],
  ['batch', integerWithin(1, 100)],
  ['baud', matching(/^(9600|115200)$/)],
  ['alr', integerWithin(0, 511)],
  ['led', matching(/^[01]$/)],
  ['gnss', integerWithin(1, 63)],
]);

/** The error code in `RES` for a refused value; undefined if the value is accepted. */
export function refusalOf(key: string, text: string): 'FIELD' | 'RANGE' | undefined {
  const isValid = RULES.get(key);
  if (isValid === undefined) return 'FIELD';
  return isValid(text) ? undefined : 'RANGE';
}

export function digestOf(values: WptValues): string {
  const lines = Object.entries(values).map(([key, text]) => `${key}=${text}`);
  return hex(crc16(Buffer.from(lines.sort().join('\n'))), 4);
}

export const macOf = (key: string, nonce: string, digest: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(`${nonce},${digest}`).digest('hex').slice(0, 16).toUpperCase();

/** Reproducible hexadecimal digits that are hard to guess. */
export const digitsOf = (text: string, count: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, count).toUpperCase();

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');
