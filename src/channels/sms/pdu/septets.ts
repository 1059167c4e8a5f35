const BITS_PER_SEPTET = 7;
const BITS_PER_OCTET = 8;

/** Packs septets into octets, least significant bit first (3GPP TS 23.038, 6.1.2.1), after `fillBits` zero bits. */
export function pack(septets: readonly number[], fillBits = 0): Uint8Array {
  const octets = new Uint8Array(Math.ceil((fillBits + septets.length * BITS_PER_SEPTET) / BITS_PER_OCTET));
  septets.forEach((septet, index) => {
    const bit = fillBits + index * BITS_PER_SEPTET;
    const at = Math.floor(bit / BITS_PER_OCTET);
    const shifted = septet << (bit % BITS_PER_OCTET);
    octets[at] = (octets[at] ?? 0) | (shifted & 0xff);
    if (shifted > 0xff) octets[at + 1] = shifted >> BITS_PER_OCTET;
  });
  return octets;
}

/** Unpacks `count` septets after `fillBits` bits; fewer if the octets end before. */
export function unpack(octets: Uint8Array, count: number, fillBits = 0): number[] {
  const available = Math.floor((octets.length * BITS_PER_OCTET - fillBits) / BITS_PER_SEPTET);
  return Array.from({ length: Math.max(0, Math.min(count, available)) }, (_, index) => {
    const bit = fillBits + index * BITS_PER_SEPTET;
    const at = Math.floor(bit / BITS_PER_OCTET);
    const pair = (octets[at] ?? 0) | ((octets[at + 1] ?? 0) << BITS_PER_OCTET);
    return (pair >> (bit % BITS_PER_OCTET)) & 0x7f;
  });
}

/** The bits between the end of a header of `octets` octets and the next septet boundary. */
export const fillBitsAfter = (octets: number): number =>
  (BITS_PER_SEPTET - ((octets * BITS_PER_OCTET) % BITS_PER_SEPTET)) % BITS_PER_SEPTET;
