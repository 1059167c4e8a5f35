/** One NAV-PVT or HNR-PVT of a stream, read by other means than the decoder's. */
export type Pvt = {
  readonly message: 'NAV-PVT' | 'HNR-PVT';
  /** to the ms, as the dateTime of a location */
  readonly time: string;
  /** 2, 3 and 4 are fixes by satellites */
  readonly fixType: number;
};

const kinds = [
  { message: 'NAV-PVT', start: Buffer.from('b56201075c00', 'hex'), bytes: 100, nano: 22, fixType: 26 },
  { message: 'HNR-PVT', start: Buffer.from('b56228004800', 'hex'), bytes: 80, nano: 18, fixType: 22 },
] as const;

function isWhole(packet: Buffer): boolean {
  let [a, b] = [0, 0];
  for (const byte of packet.subarray(2, -2)) {
    a = (a + byte) % 256;
    b = (b + a) % 256;
  }
  return packet.at(-2) === a && packet.at(-1) === b;
}

/** Every NAV-PVT of 92 bytes and every HNR-PVT whose checksum holds, wherever it stands, in their order. */
export function packetsOf(input: Buffer): Pvt[] {
  const found: (Pvt & { readonly at: number })[] = [];
  for (const { message, start, bytes, nano, fixType } of kinds) {
    for (let at = input.indexOf(start); at >= 0; at = input.indexOf(start, at + 1)) {
      const packet = input.subarray(at, at + bytes);
      if (packet.length < bytes || !isWhole(packet)) continue;
      const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = packet.subarray(12, 17);
      const whole = Date.UTC(packet.readUInt16LE(10), month - 1, day, hour, minute, second);
      const time = new Date(whole + Math.round(packet.readInt32LE(nano) / 1e6)).toISOString();
      found.push({ message, time, fixType: packet[fixType] ?? 0, at });
    }
  }
  return found.sort((one, other) => one.at - other.at);
}
