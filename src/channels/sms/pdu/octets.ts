/** Reads a PDU from the start. Reads beyond the end return undefined, and so do all later ones. */
export type Octets = {
  readonly next: () => number | undefined;
  readonly take: (count: number) => Uint8Array | undefined;
  readonly rest: () => Uint8Array;
};

/** Longer than any PDU with its message center. */
const MAX_OCTETS = 200;

/** Undefined if `hex` is not whole octets in hexadecimal, or longer than a PDU. */
export function octetsOf(hex: string): Octets | undefined {
  if (hex.length > 2 * MAX_OCTETS || hex.length % 2 !== 0 || !/^[\da-f]+$/i.test(hex)) return undefined;
  const octets = Uint8Array.from(Buffer.from(hex, 'hex'));
  let at = 0;
  function take(count: number): Uint8Array | undefined {
    const end = at + count;
    if (end > octets.length) {
      at = octets.length;
      return undefined;
    }
    const taken = octets.subarray(at, end);
    at = end;
    return taken;
  }
  return { next: () => take(1)?.[0], take, rest: () => octets.subarray(at) };
}
