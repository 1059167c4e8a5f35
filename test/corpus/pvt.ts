/** One NAV-PVT or HNR-PVT of a stream, read independently of the decoder. */
export type Pvt = {
  readonly message: 'NAV-PVT' | 'HNR-PVT';
  /** with ms, like the dateTime of a location */
  readonly time: string;
  /** 2, 3 and 4 are satellite fixes */
  readonly fixType: number;
};

const PACKET_KINDS = [
  { message: 'NAV-PVT', start: Buffer.from('b56201075c00', 'hex'), bytes: 100, nano: 22, fixType: 26 },
  { message: 'HNR-PVT', start: Buffer.from('b56228004800', 'hex'), bytes: 80, nano: 18, fixType: 22 },
] as const;

function hasValidChecksum(packet: Buffer): boolean {
  let [a, b] = [0, 0];
  for (const byte of packet.subarray(2, -2)) {
    a = (a + byte) % 256;
    b = (b + a) % 256;
  }
  return packet.at(-2) === a && packet.at(-1) === b;
}

/** All NAV-PVT of 92 bytes and all HNR-PVT with a valid checksum, in order. */
export function packetsOf(input: Buffer): Pvt[] {
  const found: (Pvt & { readonly at: number })[] = [];
  for (const { message, start, bytes, nano, fixType } of PACKET_KINDS) {
    for (let at = input.indexOf(start); at >= 0; at = input.indexOf(start, at + 1)) {
      const packet = input.subarray(at, at + bytes);
      if (packet.length < bytes || !hasValidChecksum(packet)) continue;
      const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = packet.subarray(12, 17);
      const instant = Date.UTC(packet.readUInt16LE(10), month - 1, day, hour, minute, second);
      const time = new Date(instant + Math.round(packet.readInt32LE(nano) / 1e6)).toISOString();
      found.push({ message, time, fixType: packet[fixType] ?? 0, at });
    }
  }
  return found.sort((a, b) => a.at - b.at);
}
