import fc, { type Arbitrary } from 'fast-check';

const ordinary = fc.constantFrom(...Array.from('abcXYZ 019.,:-+@£Δ_ÄöñüàÉß§¿\n\r'));
const extended = fc.constantFrom(...Array.from('^{}\\[~]|€\f'));
const wide = fc.constantFrom(...Array.from('çЖ中ا`“’—ő'));
const astral = fc.constantFrom('😀', '🚒', '𝄞', '👩‍🚒');

/** Lengths, mostly around those where another segment starts. */
const lengths = fc.oneof(
  fc.constantFrom(0, 1, 66, 67, 68, 69, 70, 71, 133, 134, 135, 152, 153, 154, 159, 160, 161, 305, 306, 307, 459, 460),
  fc.integer({ min: 0, max: 480 }),
);

const filled = (character: Arbitrary<string>): Arbitrary<string> =>
  lengths.chain((length) => fc.array(character, { minLength: length, maxLength: length })).map((all) => all.join(''));

/** Bounded, without half a surrogate pair at its end. */
const cut = (text: string): string => text.slice(0, 480).replace(/[\ud800-\udbff]$/, '');

/** One kind of character with another near a segment boundary. */
const withOneAtBorder = fc
  .tuple(
    filled(fc.constantFrom('a', 'Ж', 'ü')),
    fc.oneof(extended, astral, wide),
    fc.constantFrom(65, 66, 67, 69, 70, 132, 133, 134, 151, 152, 153, 158, 159, 160),
  )
  .map(([text, character, place]) => text.slice(0, place) + character + text.slice(place));

/**
 * Texts for SMS. None has half a surrogate pair or a flag: gammu keeps the two characters of a flag in
 * one segment, which no standard requires.
 */
export const smsTexts: Arbitrary<string> = fc.oneof(
  filled(ordinary),
  filled(fc.oneof({ arbitrary: ordinary, weight: 12 }, { arbitrary: extended, weight: 1 })),
  filled(extended),
  filled(fc.oneof(ordinary, wide)),
  filled(fc.oneof({ arbitrary: wide, weight: 5 }, { arbitrary: astral, weight: 1 })).map(cut),
  filled(astral).map(cut),
  withOneAtBorder,
);
