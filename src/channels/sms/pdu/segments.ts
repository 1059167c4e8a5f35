import { failure, success, type Result } from '../../../errors.js';
import { septetsOf } from './alphabet.js';

export type Coding = 'gsm7' | 'ucs2';

/** A text split for sending: each segment is one SMS for the modem, the bill and the quota. */
export type Segmented = { readonly coding: Coding; readonly segments: readonly string[] };

/** Bounds the cost of one message; longer texts belong in an email. */
export const MAX_SEGMENTS = 10;

/** 7-bit characters or 16-bit units: in a single segment, and in each of several, which have a header. */
const CAPACITY = { gsm7: { single: 160, each: 153 }, ucs2: { single: 70, each: 67 } } as const;

/** Splits between characters into segments of at most `each`; stops once there are too many. */
function split(characters: readonly string[], weightOf: (character: string) => number, each: number): string[] {
  const segments: string[] = [];
  let segment = '';
  let weight = 0;
  for (const character of characters) {
    const added = weightOf(character);
    if (weight + added > each) {
      segments.push(segment);
      if (segments.length > MAX_SEGMENTS) return segments;
      segment = '';
      weight = 0;
    }
    segment += character;
    weight += added;
  }
  return [...segments, segment];
}

/**
 * Splits a text into segments, in the narrowest alphabet that has all its characters; joined, they are the text. Neither
 * surrogate pairs nor escapes are split. A failure if there would be more than 10.
 */
export function segmentsOf(text: string): Result<Segmented> {
  const tooLong = failure(
    'validation_failed',
    `the text must fit into ${MAX_SEGMENTS} SMS segments: ${MAX_SEGMENTS * CAPACITY.gsm7.each} characters of the GSM alphabet, or ${MAX_SEGMENTS * CAPACITY.ucs2.each} with other characters; this one has ${text.length}`,
  );
  // A cheap check first, so that a huge text is never split.
  if (text.length > MAX_SEGMENTS * CAPACITY.gsm7.each) return tooLong;
  const characters = Array.from(text);
  const coding = characters.every((character) => septetsOf(character) !== undefined) ? 'gsm7' : 'ucs2';
  const weightOf = (character: string): number =>
    coding === 'gsm7' ? (septetsOf(character)?.length ?? 1) : character.length;
  const { single, each } = CAPACITY[coding];
  const total = characters.reduce((sum, character) => sum + weightOf(character), 0);
  const segments = total <= single ? [text] : split(characters, weightOf, each);
  return segments.length > MAX_SEGMENTS ? tooLong : success({ coding, segments });
}
