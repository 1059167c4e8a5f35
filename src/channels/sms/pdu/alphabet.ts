/** The default alphabet of SMS, septet by septet (3GPP TS 23.038, 6.2.1); 0x1B leads to the extension table. */
const BASIC_ALPHABET =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** What stands for another character behind an escape (6.2.1.1). */
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
// The escape is no character of its own.
SEPTETS_BY_CHARACTER.delete('\u001b');

const CHARACTER_BY_EXTENSION = new Map(EXTENSION);

/** One septet, two with an escape, or nothing when the alphabet does not have the character. */
export const septetsOf = (character: string): readonly number[] | undefined => SEPTETS_BY_CHARACTER.get(character);

/** What a telephone shows: behind an escape that leads nowhere the basic character, for a second escape a space. */
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
