import { sentence } from '../nmea0183/sentence.js';

/** A number and its width in bits, or a text in six-bit ASCII and its length, to which it is padded. */
export type AisField = readonly [value: number, bits: number] | readonly [value: string, characters: number];

const sixBitAscii = (character: string): number => character.charCodeAt(0) & 0x3f;
const binary = (value: number, bits: number): string =>
  (value < 0 ? value + 2 ** bits : value).toString(2).padStart(bits, '0');

/** The bits of all fields, as a text of 0 and 1. */
const bitsOf = (fields: readonly AisField[]): string =>
  fields
    .map(([value, width]) =>
      typeof value === 'number'
        ? binary(value, width)
        : Array.from(value.padEnd(width, '@'), (character) => binary(sixBitAscii(character), 6)).join(''),
    )
    .join('');

/** The payload with six bits per character, and the number of fill bits. */
function armorOf(bits: string): { readonly armor: string; readonly fill: number } {
  const fill = (6 - (bits.length % 6)) % 6;
  const armor = (bits + '0'.repeat(fill)).replace(/.{6}/g, (six) => {
    const value = Number.parseInt(six, 2);
    return String.fromCharCode(value < 40 ? value + 48 : value + 56);
  });
  return { armor, fill };
}

type SentenceWrapping = { readonly address?: string; readonly channel?: string; readonly sequence?: number };

/** The sentences of a message, with at most `maxPayload` characters of payload each. */
export function fragmentsOf(fields: readonly AisField[], wrapping: SentenceWrapping = {}, maxPayload = 60): string[] {
  const { address = 'AIVDM', channel = 'A', sequence = 1 } = wrapping;
  const { armor, fill } = armorOf(bitsOf(fields));
  const payloads = armor.match(new RegExp(`.{1,${maxPayload}}`, 'g')) ?? [];
  return payloads.map((payload, index) => {
    const isLast = index === payloads.length - 1;
    const id = payloads.length === 1 ? '' : sequence;
    return sentence(`${address},${payloads.length},${index + 1},${id},${channel},${payload},${isLast ? fill : 0}`, '!');
  });
}

export const aisSentences = (fields: readonly AisField[], wrapping?: SentenceWrapping): string =>
  fragmentsOf(fields, wrapping).join('');
