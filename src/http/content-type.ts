import type { Failure } from '../errors.js';
import { bodyErrors } from './messages.js';
import type { Route } from './route.js';

/** The header `Content-Type` of a request. */
export type ContentType = {
  /** in lower case, without parameters */
  readonly name: string;
  /** Is its charset UTF-8, or one whose bytes are a part of it? */
  readonly isUtf8: boolean;
  /** as it was sent */
  readonly header: string;
};

/** What nearly all clients send. */
const USUAL = 'application/json';
const JSON_TYPES: readonly string[] = [USUAL, 'application/json-patch+json', 'application/merge-patch+json'];
/**
 * The labels of UTF-8 (WHATWG Encoding, 4.2), and those of ASCII (IANA), whose bytes are a part of it. Whatever the label
 * names, the bytes are checked.
 */
const UTF8_LABELS: ReadonlySet<string> = new Set(
  (
    'utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 ' +
    'us-ascii ascii us csascii iso646-us iso_646.irv:1991 iso-ir-6 ansi_x3.4-1968 ansi_x3.4-1986 ibm367 cp367'
  ).split(' '),
);
const MAX_SHOWN = 64;

/** More lenient than the grammar (RFC 9110, 8.3.1): small clients end the header with a semicolon, or quote in their own way. */
export function contentTypeOf(header: string): ContentType {
  const [name = '', ...parameters] = header.split(';');
  const charsets = parameters
    .map((parameter) => /^\s*charset\s*=(.*)$/is.exec(parameter)?.[1])
    .filter((value) => value !== undefined)
    .map((value) =>
      value
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2')
        .trim()
        .toLowerCase(),
    );
  return {
    name: name.trim().toLowerCase(),
    isUtf8: charsets.every((charset) => charset === '' || UTF8_LABELS.has(charset)),
    header,
  };
}

export const isJsonType = (name: string, others: readonly string[]): boolean =>
  name === USUAL || JSON_TYPES.includes(name) || others.includes(name);

/** Names the header: many clients add one that their author does not know of. */
export function refuseType({ header }: ContentType, { json, bytes }: NonNullable<Route['fileTypes']>): Failure {
  const name = header.replace(/[^ -~]/g, '?').slice(0, MAX_SHOWN);
  const detail = [USUAL, ...json, ...bytes].join(' or ');
  return name.trim() === '' ? bodyErrors.noType({ detail }) : bodyErrors.wrongType({ name, detail });
}
