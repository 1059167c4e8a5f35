const bitsOfSeptet = 7;
const bitsOfOctet = 8;

/** Septets in octets, the least bit first (3GPP TS 23.038, 6.1.2.1), behind `fillBits` bits of 0. */
export function pack(septets: readonly number[], fillBits = 0): Uint8Array {
  const octets = new Uint8Array(Math.ceil((fillBits + septets.length * bitsOfSeptet) / bitsOfOctet));
  septets.forEach((septet, place) => {
    const bit = fillBits + place * bitsOfSeptet;
    const at = Math.floor(bit / bitsOfOctet);
    const shifted = septet << (bit % bitsOfOctet);
    octets[at] = (octets[at] ?? 0) | (shifted & 0xff);
    if (shifted > 0xff) octets[at + 1] = shifted >> bitsOfOctet;
  });
  return octets;
}

/** The `count` septets behind `fillBits` bits of `octets`; fewer when the octets end before. */
export function unpack(octets: Uint8Array, count: number, fillBits = 0): number[] {
  const there = Math.floor((octets.length * bitsOfOctet - fillBits) / bitsOfSeptet);
  return Array.from({ length: Math.max(0, Math.min(count, there)) }, (_, place) => {
    const bit = fillBits + place * bitsOfSeptet;
    const at = Math.floor(bit / bitsOfOctet);
    const pair = (octets[at] ?? 0) | ((octets[at + 1] ?? 0) << bitsOfOctet);
    return (pair >> (bit % bitsOfOctet)) & 0x7f;
  });
}

/** Bits between the end of a header of `octets` octets and the next border of a septet. */
export const fillBitsAfter = (octets: number): number =>
  (bitsOfSeptet - ((octets * bitsOfOctet) % bitsOfSeptet)) % bitsOfSeptet;
