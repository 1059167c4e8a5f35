/** The GSM 7-bit default alphabet, by septet (3GPP TS 23.038, 6.2.1); 0x1B escapes to the extension table. */
const BASIC_ALPHABET =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** The extension table (6.2.1.1). */
const EXTENSION: readonly (readonly [septet: number, character: string])[] = [
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
];

const ESCAPE = 0x1b;

const SEPTETS_BY_CHARACTER = new Map<string, readonly number[]>([
  ...Array.from(BASIC_ALPHABET, (character, septet): [string, number[]] => [character, [septet]]),
  ...EXTENSION.map(([septet, character]): [string, number[]] => [character, [ESCAPE, septet]]),
]);
// The escape itself is not a character.
SEPTETS_BY_CHARACTER.delete('\u001b');

const CHARACTER_BY_EXTENSION = new Map(EXTENSION);

/** One septet, or two with an escape; undefined if the alphabet lacks the character. */
export const septetsOf = (character: string): readonly number[] | undefined => SEPTETS_BY_CHARACTER.get(character);

/** As telephones show it: an unknown escape sequence as its basic character, a double escape as a space. */
export function textOf(septets: readonly number[]): string {
  let text = '';
  let escaped = false;
  for (const septet of septets) {
    if (escaped)
      text += CHARACTER_BY_EXTENSION.get(septet) ?? (septet === ESCAPE ? ' ' : (BASIC_ALPHABET[septet] ?? ''));
    else if (septet !== ESCAPE) text += BASIC_ALPHABET[septet] ?? '';
    escaped = !escaped && septet === ESCAPE;
  }
  return text;
}
