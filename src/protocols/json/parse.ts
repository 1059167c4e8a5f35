import { failure, messageOf, success, type Result } from '../../errors.js';

/** A message needs four: object, list of locations, location, its attributes. */
const maxDepth = 8;

const quote = 0x22;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** `{`, what may stand before it, and the first byte of a byte order mark */
const mayBegin = new Set([openBrace, 0x20, 0x09, 0xef]);

/** The value of a line of JSON in UTF-8. Nesting is bounded before it is built. */
export function parseJson(line: Uint8Array): Result<unknown> {
  // A port with another speed is all rubbish: an exception for each line of it takes many times as long.
  if (!mayBegin.has(line[0] ?? 0))
    return failure('validation_failed', 'the line is no JSON object: it does not begin with {');
  try {
    const text = utf8.decode(line);
    if (depth(text) > maxDepth) return failure('validation_failed', 'the JSON is nested too deeply');
    return success(JSON.parse(text) as unknown);
  } catch (thrown) {
    return failure('validation_failed', `the line is not JSON in UTF-8: ${messageOf(thrown)}`);
  }
}

/** How deep brackets are nested outside of strings. One look at each character, whatever the text. */
function depth(text: string): number {
  let now = 0;
  let most = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === openBrace || code === openBracket) most = Math.max(most, (now += 1));
    else if (code === closeBrace || code === closeBracket) now -= 1;
  }
  return most;
}
