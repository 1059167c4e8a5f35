import { failure, messageOf, success, type Failure, type Result } from '../errors.js';

/** Deeper than any body that the API accepts. */
const MAX_DEPTH = 32;
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** A text without these has no forbidden name, also not in escaped letters. */
const MAY_HAVE_FORBIDDEN_NAME = /__proto__|constructor|prototype|\\u/;

/** Reads the text of a body: an object or array in JSON that is safe to work with. An empty one is an empty object. */
export function readJson(text: string): Result<unknown> {
  if (text === '') return success({});
  // JSON may start with a byte order mark (RFC 8259, 8.1: a reader may ignore it).
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (!/^[ \t\r\n]*[[{]/.test(json)) return unreadable('invalid JSON, only supports object and array');
  let body: object;
  try {
    body = JSON.parse(json) as object;
  } catch (error) {
    return unreadable(messageOf(error));
  }
  return checkBody(body, json) ?? success(body);
}

/** `reason`: of the parser, whose messages may quote the text. */
export const unreadable = (reason: string): Failure =>
  failure('validation_failed', `the body cannot be read: ${withoutQuote(reason)}`);

/** Refuses bodies that are nested too deeply, or that have fields named like properties that objects inherit. */
export const checkBody = (body: object, text: string): Failure | undefined =>
  checkNested(body, 0, MAY_HAVE_FORBIDDEN_NAME.test(text));

function checkNested(value: object, depth: number, checksNames: boolean): Failure | undefined {
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) {
      const refused = checkChild(item, depth, checksNames);
      if (refused !== undefined) return refused;
    }
    return undefined;
  }
  const name = checksNames ? Object.keys(value).find((each) => FORBIDDEN_NAMES.has(each)) : undefined;
  if (name !== undefined) return failure('validation_failed', `the body must not have a field ${name}`);
  // Not over a list of the values, which would take longer to make than to check.
  for (const key in value) {
    const refused = checkChild((value as Readonly<Record<string, unknown>>)[key], depth, checksNames);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

/** `depth`: of the object or array that has it. */
function checkChild(child: unknown, depth: number, checksNames: boolean): Failure | undefined {
  if (depth === MAX_DEPTH) return failure('validation_failed', `the body is nested deeper than ${MAX_DEPTH} levels`);
  return typeof child === 'object' && child !== null ? checkNested(child, depth + 1, checksNames) : undefined;
}

/** Removes the text that JSON.parse quotes in its message: it may contain a key. */
const withoutQuote = (message: string): string => message.replace(/, (?:\.\.\.)?".*$/s, '');
