/** Reads a PDU from its beginning; what is asked for beyond its end is undefined, and so is all after it. */
export type Octets = {
  readonly next: () => number | undefined;
  readonly take: (count: number) => Uint8Array | undefined;
  readonly rest: () => Uint8Array;
};

/** Longer than any PDU with its message centre. */
const MAX_OCTETS = 200;

/** Nothing when `hex` is not whole octets in hexadecimal, or more of them than a PDU has. */
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
