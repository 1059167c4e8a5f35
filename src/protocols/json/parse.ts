import { failure, messageOf, success, type Result } from '../../errors.js';

/** A message needs four: object, list of locations, location, its attributes. */
const MAX_DEPTH = 8;

const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** `{`, what may stand before it, and the first byte of a byte order mark */
const VALID_FIRST_BYTES = new Set([OPEN_BRACE, 0x20, 0x09, 0xef]);

/** The value of a line of JSON in UTF-8. Nesting is bounded before it is built. */
export function parseJson(line: Uint8Array): Result<unknown> {
  // A port with another speed is all rubbish: an exception for each line of it takes many times as long.
  if (!VALID_FIRST_BYTES.has(line[0] ?? 0))
    return failure('validation_failed', 'the line is no JSON object: it does not begin with {');
  try {
    const text = utf8.decode(line);
    if (nestingDepth(text) > MAX_DEPTH) return failure('validation_failed', 'the JSON is nested too deeply');
    return success(JSON.parse(text) as unknown);
  } catch (thrown) {
    return failure('validation_failed', `the line is not JSON in UTF-8: ${messageOf(thrown)}`);
  }
}

/** How deep brackets are nested outside of strings. One look at each character, whatever the text. */
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
