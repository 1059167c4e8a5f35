/** A complete message: six bits per character, most significant bit first (IEC 61162-1, 8.1.4). */
export type Payload = {
  readonly armor: string;
  /** number of valid bits; the rest of the last character is fill */
  readonly bits: number;
};

/** The 64 characters that encode six bits each. */
export const ARMORED = /^[0-W`-w]+$/;

export function sixBits(code: number): number {
  const value = code - 48;
  return value > 40 ? value - 8 : value;
}

/** The number in `width` bits (at most 30) from bit `at`; bits beyond the message are 0. */
export function unsigned({ armor }: Payload, at: number, width: number): number {
  const end = at + width;
  let value = 0;
  for (let bit = at; bit < end;) {
    const offset = bit % 6;
    const taken = Math.min(6 - offset, end - bit);
    const six = sixBits(armor.charCodeAt((bit - offset) / 6));
    value = (value << taken) | ((six >> (6 - offset - taken)) & ((1 << taken) - 1));
    bit += taken;
  }
  return value;
}

/** The same as a signed number (two's complement). */
export function signed(payload: Payload, at: number, width: number): number {
  const value = unsigned(payload, at, width);
  return value >= 2 ** (width - 1) ? value - 2 ** width : value;
}

export const flag = (payload: Payload, at: number): boolean => unsigned(payload, at, 1) === 1;

/** Six-bit ASCII (ITU-R M.1371-5, Annex 8, table 47) up to the first `@` (padding) or the end of the message. */
export function characters(payload: Payload, at: number, maxLength: number): string {
  let result = '';
  for (let index = 0; index < maxLength && at + 6 * (index + 1) <= payload.bits; index += 1) {
    const value = unsigned(payload, at + 6 * index, 6);
    if (value === 0) break;
    result += String.fromCharCode(value < 32 ? value + 64 : value);
  }
  return result;
}

/** The same without the spaces that some stations use as padding. */
export const text = (payload: Payload, at: number, maxLength: number): string =>
  characters(payload, at, maxLength).trim();
