/** An escaped backslash or a whole pair, which are kept, or half a pair. */
const HALF = /(\\\\|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2})|\\ud[89a-f][\da-f]{2}/gi;

/**
 * Parses what the store has. Earlier versions stored half characters, which JSON has as escapes alone and many readers of
 * the API refuse: they become U+FFFD.
 */
export function parseStored(text: string): unknown {
  return JSON.parse(text.includes('\\ud') ? text.replace(HALF, (_, kept?: string) => kept ?? '\ufffd') : text);
}
