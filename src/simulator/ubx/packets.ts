import type { Fix } from '../fix.js';

/** accuracy that the receiver reports, mm and mm/s */
export const ACCURACY = { horizontal: 1_500, vertical: 2_400, speed: 60 } as const;
/** height of the geoid above the ellipsoid at the depot, m */
export const GEOID = 45;
const WEEK_MS = 604_800_000;

/** A UBX packet. `message`: class and number. The checksum is Fletcher-8 over message, length and payload. */
export function ubxPacket(message: number, payload: Uint8Array): Buffer {
  const packet = Buffer.alloc(payload.length + 8);
  packet.writeUInt16BE(0xb562, 0);
  packet.writeUInt16BE(message, 2);
  packet.writeUInt16LE(payload.length, 4);
  packet.set(payload, 6);
  let [a, b] = [0, 0];
  for (const byte of packet.subarray(2, -2)) {
    a = (a + byte) & 0xff;
    b = (b + a) & 0xff;
  }
  return Buffer.concat([packet.subarray(0, -2), Buffer.from([a, b])]);
}

const SYNC = Buffer.from('b562', 'hex');
/** A longer packet is not a command. */
const MAX_PACKET = 1_024;

export type UbxPacket = { readonly message: number; readonly payload: Buffer };

/** The packets in the received bytes, between any noise, and the possible start of the next packet. */
export function readUbxPackets(received: Buffer): { readonly packets: readonly UbxPacket[]; readonly rest: Buffer } {
  const packets: UbxPacket[] = [];
  for (let at = received.indexOf(SYNC); at >= 0;) {
    const rest = received.subarray(at);
    const length = rest.length < 6 ? 8 : 8 + rest.readUInt16LE(4);
    if (length <= MAX_PACKET && length > rest.length) return { packets, rest };
    const [message, payload] = [rest.readUInt16BE(2), rest.subarray(6, length - 2)];
    const isValid = length <= MAX_PACKET && ubxPacket(message, payload).equals(rest.subarray(0, length));
    if (isValid) packets.push({ message, payload });
    at = received.indexOf(SYNC, at + (isValid ? length : 1));
  }
  return { packets, rest: received.subarray(received.at(-1) === SYNC[0] ? -1 : received.length) };
}

/** GPS time minus UTC */
export const LEAP_SECONDS = 18;
const sinceGps = ({ dateTime }: Fix): number =>
  new Date(dateTime).getTime() - Date.UTC(1980, 0, 6) + LEAP_SECONDS * 1_000;
/** ms */
export const timeOfWeekOf = (fix: Fix): number => ((sinceGps(fix) % WEEK_MS) + WEEK_MS) % WEEK_MS;
export const weekOf = (fix: Fix): number => Math.floor(sinceGps(fix) / WEEK_MS);

/** NAV-PVT of one fix, in the form of u-blox 8 and later. */
export function navPvt(fix: Fix): Buffer {
  const at = new Date(fix.dateTime);
  const payload = Buffer.alloc(92);
  payload.writeUInt32LE(timeOfWeekOf(fix), 0);
  payload.writeUInt16LE(at.getUTCFullYear(), 4);
  const clock = [at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()];
  payload.set(clock, 6);
  payload[11] = 0x37;
  payload.writeUInt32LE(25, 12);
  payload.writeInt32LE(at.getUTCMilliseconds() * 1e6, 16);
  payload.set([3, 1, 0x0a, fix.satellites], 20);
  payload.writeInt32LE(Math.round(fix.longitude * 1e7), 24);
  payload.writeInt32LE(Math.round(fix.latitude * 1e7), 28);
  payload.writeInt32LE(Math.round((fix.altitude + GEOID) * 1e3), 32);
  payload.writeInt32LE(Math.round(fix.altitude * 1e3), 36);
  payload.writeUInt32LE(ACCURACY.horizontal, 40);
  payload.writeUInt32LE(ACCURACY.vertical, 44);
  payload.writeInt32LE(Math.round(fix.speed * 1e3), 60);
  payload.writeInt32LE(Math.round(fix.course * 1e5), 64);
  payload.writeUInt32LE(ACCURACY.speed, 68);
  payload.writeUInt16LE(180, 76);
  return ubxPacket(0x0107, payload);
}
