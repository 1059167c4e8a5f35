/** A whole message: six bits a character, the first bit of the first character first (IEC 61162-1, 8.1.4). */
export type Payload = {
  readonly armor: string;
  /** how many bits of it count; the rest fill up its last character */
  readonly bits: number;
};

/** The 64 characters that stand for six bits. */
export const ARMORED = /^[0-W`-w]+$/;

/** Six bits from their character. */
export function sixBits(code: number): number {
  const value = code - 48;
  return value > 40 ? value - 8 : value;
}

/** The number in `width` bits from bit `at` on, at most 30 of them; what lies beyond the message is 0. */
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

/** The same in two's complement. */
export function signed(payload: Payload, at: number, width: number): number {
  const value = unsigned(payload, at, width);
  return value >= 2 ** (width - 1) ? value - 2 ** width : value;
}

export const flag = (payload: Payload, at: number): boolean => unsigned(payload, at, 1) === 1;

/** Six-bit ASCII (ITU-R M.1371-5, Annex 8, table 47) up to the `@` that fills it, or as far as the message goes. */
export function characters(payload: Payload, at: number, maxLength: number): string {
  let result = '';
  for (let index = 0; index < maxLength && at + 6 * (index + 1) <= payload.bits; index += 1) {
    const value = unsigned(payload, at + 6 * index, 6);
    if (value === 0) break;
    result += String.fromCharCode(value < 32 ? value + 64 : value);
  }
  return result;
}

/** The same without the spaces that some fill it with. */
export const text = (payload: Payload, at: number, maxLength: number): string =>
  characters(payload, at, maxLength).trim();
