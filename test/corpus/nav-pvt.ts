/** One NAV-PVT of a stream, read by other means than the decoder's. */
export type NavPvt = {
  /** to the ms, as the dateTime of a location */
  readonly time: string;
  /** 2, 3 and 4 are fixes by satellites */
  readonly fixType: number;
};

function isWhole(packet: Buffer): boolean {
  let [a, b] = [0, 0];
  for (const byte of packet.subarray(2, -2)) {
    a = (a + byte) % 256;
    b = (b + a) % 256;
  }
  return packet.length === 100 && packet.at(-2) === a && packet.at(-1) === b;
}

/** Every NAV-PVT of 92 bytes whose checksum holds, wherever it stands. */
export function packetsOf(input: Buffer): NavPvt[] {
  const found: NavPvt[] = [];
  const start = Buffer.from('b56201075c00', 'hex');
  for (let at = input.indexOf(start); at >= 0; at = input.indexOf(start, at + 1)) {
    const packet = input.subarray(at, at + 100);
    if (!isWhole(packet)) continue;
    const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = packet.subarray(12, 17);
    const whole = Date.UTC(packet.readUInt16LE(10), month - 1, day, hour, minute, second);
    const time = new Date(whole + Math.round(packet.readInt32LE(22) / 1e6)).toISOString();
    found.push({ time, fixType: packet[26] ?? 0 });
  }
  return found;
}
