import { failure, messageOf, success, type Result } from '../../errors.js';

/** A message needs four: object, list of locations, location, its attributes. */
const maxDepth = 8;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The value of a line of JSON in UTF-8. Nesting is bounded before it is built. */
export function parseJson(line: Uint8Array): Result<unknown> {
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
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') most = Math.max(most, (now += 1));
    else if (character === '}' || character === ']') now -= 1;
  }
  return most;
}
