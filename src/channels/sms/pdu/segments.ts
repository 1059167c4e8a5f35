import { failure, success, type Result } from '../../../errors.js';
import { septetsOf } from './alphabet.js';

export type Coding = 'gsm7' | 'ucs2';

/** A text as it travels: each segment is one SMS, for the modem, for the bill and for a limit. */
export type Segmented = { readonly coding: Coding; readonly segments: readonly string[] };

/** More is a letter, and a bill nobody wants. */
export const MAX_SEGMENTS = 10;

/** Characters of 7 bits or units of 16 bits: in a text of one segment, and in each of several, which have a header. */
const CAPACITY = { gsm7: { single: 160, each: 153 }, ucs2: { single: 70, each: 67 } } as const;

/** Pieces of at most `each` that hold whole characters; one more than a text may have at most, then it stops. */
function split(characters: readonly string[], weightOf: (character: string) => number, each: number): string[] {
  const segments: string[] = [];
  let segment = '';
  let weight = 0;
  for (const character of characters) {
    const more = weightOf(character);
    if (weight + more > each) {
      segments.push(segment);
      if (segments.length > MAX_SEGMENTS) return segments;
      segment = '';
      weight = 0;
    }
    segment += character;
    weight += more;
  }
  return [...segments, segment];
}

/**
 * The segments that the text takes, in the narrower alphabet that has all its characters; put together they are the text.
 * Neither a surrogate pair nor an escape is split. A failure when they would be more than 10.
 */
export function segmentsOf(text: string): Result<Segmented> {
  const refused = failure(
    'validation_failed',
    `the text must fit into ${MAX_SEGMENTS} SMS segments: ${MAX_SEGMENTS * CAPACITY.gsm7.each} characters of the GSM alphabet, or ${MAX_SEGMENTS * CAPACITY.ucs2.each} with other characters; this one has ${text.length}`,
  );
  // Before it is taken apart: every character takes some room.
  if (text.length > MAX_SEGMENTS * CAPACITY.gsm7.each) return refused;
  const characters = Array.from(text);
  const coding = characters.every((character) => septetsOf(character) !== undefined) ? 'gsm7' : 'ucs2';
  const weightOf = (character: string): number =>
    coding === 'gsm7' ? (septetsOf(character)?.length ?? 1) : character.length;
  const { single, each } = CAPACITY[coding];
  const whole = characters.reduce((sum, character) => sum + weightOf(character), 0);
  const segments = whole <= single ? [text] : split(characters, weightOf, each);
  return segments.length > MAX_SEGMENTS ? refused : success({ coding, segments });
}
