import { messageOf, success, type Failure, type Result } from '../errors.js';
import { escapePointer } from '../schema/relax.js';
import { bodyErrors } from './messages.js';
import { readUtf8 } from './utf8.js';

/** Deeper than any body that the API accepts. */
const MAX_DEPTH = 32;
const MAX_POINTER_CHARS = 256;
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** A text without these has no forbidden name, also not in escaped letters. */
const MAY_HAVE_FORBIDDEN_NAME = /__proto__|constructor|prototype|\\u/;

/** Half of a surrogate pair, or U+0000: no JSON text has them but as escapes. */
const MAY_HAVE_BAD_TEXT = /\\u(?:d[89a-f]|0000)/i;

/**
 * Reads the bytes of a body, which have to be UTF-8 and may start with a byte order mark (RFC 8259, 8.1): a letter that is
 * replaced is lost for good.
 */
export function readJsonBytes(bytes: Buffer): Result<unknown> {
  const text = readUtf8(bytes, (byte) => bodyErrors.notUtf8({ byte }));
  return text.ok ? readJson(text.value) : text;
}

/** Reads the text of a body: an object or array in JSON that is safe to work with. An empty one is an empty object. */
function readJson(text: string): Result<unknown> {
  if (text === '') return success({});
  if (!/^[ \t\r\n]*[[{]/.test(text)) return unreadable('invalid JSON, only supports object and array');
  let body: object;
  try {
    body = JSON.parse(text) as object;
  } catch (error) {
    return unreadable(messageOf(error));
  }
  return checkBody(body, text) ?? success(body);
}

/** `reason`: of the parser, whose messages may quote the text. */
export const unreadable = (reason: string): Failure => bodyErrors.unreadable({ detail: withoutQuote(reason) });

/** Refuses bodies that are nested too deeply, or that have fields named like properties that objects inherit. */
const checkBody = (body: object, text: string): Failure | undefined =>
  checkNested(body, 0, MAY_HAVE_FORBIDDEN_NAME.test(text)) ??
  (MAY_HAVE_BAD_TEXT.test(text) ? checkTexts(body, '') : undefined);

/** Refuses what other JSON readers and many databases cannot read (RFC 8259, 8.2). `pointer`: of the value. */
function checkTexts(value: unknown, pointer: string): Failure | undefined {
  if (typeof value === 'string') return checkText(value, pointer);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, child] of Object.entries(value)) {
    const refused = checkText(name, pointer) ?? checkTexts(child, `${pointer}/${escapePointer(name)}`);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

function checkText(text: string, pointer: string): Failure | undefined {
  const place = pointer.slice(0, MAX_POINTER_CHARS);
  const half = /\p{Surrogate}/u.exec(text)?.[0].charCodeAt(0).toString(16);
  if (half !== undefined) return bodyErrors.halfCharacter({ half }, place);
  return text.includes('\0') ? bodyErrors.nulCharacter(place) : undefined;
}

function checkNested(value: object, depth: number, checksNames: boolean): Failure | undefined {
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) {
      const refused = checkChild(item, depth, checksNames);
      if (refused !== undefined) return refused;
    }
    return undefined;
  }
  const name = checksNames ? Object.keys(value).find((each) => FORBIDDEN_NAMES.has(each)) : undefined;
  if (name !== undefined) return bodyErrors.fieldName({ name });
  // Not over a list of the values, which would take longer to make than to check.
  for (const key in value) {
    const refused = checkChild((value as Readonly<Record<string, unknown>>)[key], depth, checksNames);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

/** `depth`: of the object or array that has it. */
function checkChild(child: unknown, depth: number, checksNames: boolean): Failure | undefined {
  if (depth === MAX_DEPTH) return bodyErrors.tooDeep({ levels: MAX_DEPTH });
  return typeof child === 'object' && child !== null ? checkNested(child, depth + 1, checksNames) : undefined;
}

/** Removes the text that JSON.parse quotes in its message: it may contain a key. */
const withoutQuote = (message: string): string => message.replace(/, (?:\.\.\.)?".*$/s, '');
