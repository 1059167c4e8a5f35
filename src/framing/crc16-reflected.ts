/** A reflected CRC-16, which takes the lowest bit first. */
export type ReflectedCrc16 = {
  /** The sum after another byte. */
  readonly add: (crc: number, byte: number) => number;
  /** The sum after all of `bytes`. */
  readonly addAll: (crc: number, bytes: Uint8Array) => number;
};

/** `polynomial`: with its bits reversed. */
export function createReflectedCrc16(polynomial: number): ReflectedCrc16 {
  const table = Uint16Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >> 1) ^ (crc & 1 ? polynomial : 0);
    return crc;
  });
  const add = (crc: number, byte: number): number => (crc >> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return {
    add,
    addAll(start, bytes) {
      let crc = start;
      for (const byte of bytes) crc = add(crc, byte);
      return crc;
    },
  };
}
