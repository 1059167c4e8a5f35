/** One line from a modem, or its prompt for the text of an SMS. */
export type AtToken = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'prompt' };

/** Splits the bytes from a modem. Only the prompt has no line end. */
export type AtLexer = { push: (chunk: Uint8Array) => AtToken[] };

/** The longest valid line is a PDU in hexadecimal; longer lines are noise and dropped. */
const MAX_LINE_LENGTH = 512;
const PROMPT = '> ';

/** Buffers at most one line; linear time. */
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
