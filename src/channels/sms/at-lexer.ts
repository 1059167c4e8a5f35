/** One line from a modem, or its prompt for the text of an SMS. */
export type AtToken = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'prompt' };

/**
 * Splits the bytes from a modem. The prompt is `>` at the start of a line: 3GPP TS 27.005, 3.5.1 puts a line end before it and
 * a space after it, and modems leave out either, or end the line.
 */
export type AtLexer = { push: (chunk: Uint8Array) => AtToken[] };

/** The longest valid line is a PDU in hexadecimal; longer lines are noise and dropped. */
const MAX_LINE_LENGTH = 512;
const PROMPT = 0x3e;
const SPACE = 0x20;

/** Buffers at most one line; linear time. */
export function createAtLexer(): AtLexer {
  let buffer = '';
  let skipping = false;
  let isAfterPrompt = false;

  function endLine(tokens: AtToken[]): void {
    if (!skipping && buffer !== '') tokens.push({ kind: 'line', text: buffer });
    buffer = '';
    skipping = false;
  }

  return {
    push(chunk) {
      const tokens: AtToken[] = [];
      for (const octet of chunk) {
        const wasAfterPrompt = isAfterPrompt;
        isAfterPrompt = octet === PROMPT && buffer === '' && !skipping;
        if (isAfterPrompt) tokens.push({ kind: 'prompt' });
        else if (octet === 0x0d || octet === 0x0a) endLine(tokens);
        else if (buffer.length === MAX_LINE_LENGTH) skipping = true;
        else if (octet !== SPACE || !wasAfterPrompt) buffer += String.fromCharCode(octet);
      }
      return tokens;
    },
  };
}
