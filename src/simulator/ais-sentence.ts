import { sentence } from './sentence.js';

/** A number and its width in bits, or text in six-bit ASCII filled up to so many characters. */
export type Field = readonly [value: number, bits: number] | readonly [value: string, characters: number];

const sixBitAscii = (character: string): number => character.charCodeAt(0) & 0x3f;
const binary = (value: number, bits: number): string =>
  (value < 0 ? value + 2 ** bits : value).toString(2).padStart(bits, '0');

/** The bits of fields one behind the other, as text of 0 and 1. */
export const bitsOf = (fields: readonly Field[]): string =>
  fields
    .map(([value, width]) =>
      typeof value === 'number'
        ? binary(value, width)
        : Array.from(value.padEnd(width, '@'), (character) => binary(sixBitAscii(character), 6)).join(''),
    )
    .join('');

/** Six bits a character, and how many fill the last one up. */
export function armourOf(bits: string): { readonly armour: string; readonly fill: number } {
  const fill = (6 - (bits.length % 6)) % 6;
  const armour = (bits + '0'.repeat(fill)).replace(/.{6}/g, (six) => {
    const value = Number.parseInt(six, 2);
    return String.fromCharCode(value < 40 ? value + 48 : value + 56);
  });
  return { armour, fill };
}

type Wrapping = { readonly address?: string; readonly channel?: string; readonly sequence?: number };

/** The sentences of a message, of at most 60 characters of payload each. */
export function partsOf(fields: readonly Field[], wrapping: Wrapping = {}, longest = 60): string[] {
  const { address = 'AIVDM', channel = 'A', sequence = 1 } = wrapping;
  const { armour, fill } = armourOf(bitsOf(fields));
  const pieces = armour.match(new RegExp(`.{1,${longest}}`, 'g')) ?? [];
  return pieces.map((piece, at) => {
    const last = at === pieces.length - 1;
    const id = pieces.length === 1 ? '' : sequence;
    return sentence(`${address},${pieces.length},${at + 1},${id},${channel},${piece},${last ? fill : 0}`, '!');
  });
}

export const aisSentences = (fields: readonly Field[], wrapping?: Wrapping): string =>
  partsOf(fields, wrapping).join('');
