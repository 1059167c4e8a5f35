/** What a modem says: a line, or that it waits for the text of an SMS. */
export type AtToken = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'prompt' };

/** Cuts what comes from a modem. The prompt is the one thing it says that ends with no line end. */
export type AtLexer = { push: (chunk: Uint8Array) => AtToken[] };

/** The longest is a PDU in hexadecimal; a longer one is noise, and thrown away whole. */
const MAX_LINE_LENGTH = 512;
const PROMPT = '> ';

/** Holds at most one line, and takes time linear in its input. */
export function createAtLexer(): AtLexer {
  let buffer = '';
  let skipping = false;

  function endLine(tokens: AtToken[]): void {
    if (!skipping && buffer !== '') tokens.push({ kind: 'line', text: buffer });
    buffer = '';
    skipping = false;
  }

  return {
    push(chunk) {
      const tokens: AtToken[] = [];
      for (const octet of chunk) {
        if (octet === 0x0d || octet === 0x0a) endLine(tokens);
        else if (buffer.length === MAX_LINE_LENGTH) skipping = true;
        else buffer += String.fromCharCode(octet);
        if (buffer === PROMPT) {
          tokens.push({ kind: 'prompt' });
          buffer = '';
        }
      }
      return tokens;
    },
  };
}
