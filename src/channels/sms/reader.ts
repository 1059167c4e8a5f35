/** What a modem says: a line, or that it waits for the text of an SMS. */
export type Said = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'prompt' };

/** Cuts what comes from a modem. The prompt is the one thing it says that ends with no line end. */
export type ModemReader = { push: (chunk: Uint8Array) => Said[] };

/** The longest is a PDU in hexadecimal; a longer one is noise, and thrown away whole. */
const mostCharacters = 512;
const prompt = '> ';

/** Holds at most one line, and takes time linear in its input. */
export function createModemReader(): ModemReader {
  let held = '';
  let skipping = false;

  function end(said: Said[]): void {
    if (!skipping && held !== '') said.push({ kind: 'line', text: held });
    held = '';
    skipping = false;
  }

  return {
    push(chunk) {
      const said: Said[] = [];
      for (const octet of chunk) {
        if (octet === 0x0d || octet === 0x0a) end(said);
        else if (held.length === mostCharacters) skipping = true;
        else held += String.fromCharCode(octet);
        if (held === prompt) {
          said.push({ kind: 'prompt' });
          held = '';
        }
      }
      return said;
    },
  };
}
