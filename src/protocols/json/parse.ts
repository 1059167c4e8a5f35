import { decodeUtf8 } from '../../domain/utf8.js';
import { failure, jsonPlaceOf, success, type Result } from '../../errors.js';

/** Messages need four levels: object, list of locations, location, attributes. */
const MAX_DEPTH = 8;

const TAB = 0x09;
const SPACE = 0x20;
const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** `{`, white space before it, and the first byte of a byte order mark */
const VALID_FIRST_BYTES = new Set([OPEN_BRACE, SPACE, TAB, 0xef]);

/** Can the line be a JSON object, by its first byte? */
export const canBeObject = (line: Uint8Array): boolean => VALID_FIRST_BYTES.has(line[0] ?? 0);
export const NOT_AN_OBJECT = 'not a JSON object: the line must start with {';

/** Parses a line of UTF-8 JSON; the nesting depth is checked first. */
export function parseJson(line: Uint8Array): Result<unknown> {
  if (!canBeObject(line)) return failure('validation_failed', NOT_AN_OBJECT);
  // A cut line is rejected without an exception, which takes ten times as long as parsing.
  if (lastCharacter(line) !== CLOSE_BRACE)
    return failure('validation_failed', 'not a JSON object: the line must end with }');
  const text = decodeUtf8(line);
  if (text === undefined) return failure('validation_failed', 'not UTF-8 JSON');
  try {
    if (nestingDepth(text) > MAX_DEPTH) return failure('validation_failed', 'JSON is nested too deeply');
    return success(JSON.parse(text) as unknown);
  } catch (thrown) {
    return failure('validation_failed', `not UTF-8 JSON${jsonPlaceOf(thrown)}`);
  }
}

/** The last byte that is not white space. */
function lastCharacter(line: Uint8Array): number | undefined {
  let at = line.length - 1;
  while (line[at] === SPACE || line[at] === TAB) at -= 1;
  return line[at];
}

/** The nesting depth of brackets outside of strings, in linear time. */
function nestingDepth(text: string): number {
  let depth = 0;
  let max = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) max = Math.max(max, (depth += 1));
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1;
  }
  return max;
}
