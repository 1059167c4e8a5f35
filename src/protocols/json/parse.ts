import { failure, messageOf, success, type Result } from '../../errors.js';

/** Messages need four levels: object, list of locations, location, attributes. */
const MAX_DEPTH = 8;

const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** `{`, white space before it, and the first byte of a byte order mark */
const VALID_FIRST_BYTES = new Set([OPEN_BRACE, 0x20, 0x09, 0xef]);

/** Parses a line of UTF-8 JSON; the nesting depth is checked first. */
export function parseJson(line: Uint8Array): Result<unknown> {
  // A port with a wrong baud rate delivers only noise, and an exception per line would be many times slower.
  if (!VALID_FIRST_BYTES.has(line[0] ?? 0))
    return failure('validation_failed', 'not a JSON object: the line must start with {');
  try {
    const text = utf8.decode(line);
    if (nestingDepth(text) > MAX_DEPTH) return failure('validation_failed', 'JSON is nested too deeply');
    return success(JSON.parse(text) as unknown);
  } catch (thrown) {
    return failure('validation_failed', `not UTF-8 JSON: ${messageOf(thrown)}`);
  }
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
