import { crc16Arc } from '../../../src/framing/crc16-arc.js';
import { imei } from '../../../src/simulator/queclink/frames.js';
import {
  avlData,
  CODEC_8_EXTENDED,
  loginOf,
  tcpPacket,
  type SimulatedAvlRecord,
} from '../../../src/simulator/teltonika/packets.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';

const vehicle = createVehicle({ seed: 3 });
export const teltonikaFixAt = (second: number) => vehicle.fixAt(Date.UTC(2026, 10, 21, 8, 0, second));

export const teltonikaImei = imei('86000000', 7);
export const teltonikaLogin = loginOf(teltonikaImei).toString('latin1');

export const teltonikaPacket = (records: readonly SimulatedAvlRecord[], codec?: number): string =>
  tcpPacket(avlData(records, codec)).toString('latin1');

/** An alert, and records of both codecs; one packet has several. */
export const teltonikaFrames: readonly string[] = [
  teltonikaPacket([{ fix: teltonikaFixAt(1) }]),
  teltonikaPacket([{ fix: teltonikaFixAt(2) }, { fix: teltonikaFixAt(3) }], CODEC_8_EXTENDED),
  teltonikaPacket([{ fix: teltonikaFixAt(4), priority: 2, event: 236, elements: [[236, 1, 1]] }]),
  teltonikaPacket([{ fix: teltonikaFixAt(5) }, { fix: teltonikaFixAt(6) }]),
];

/** All parts that are packets by length and checksum, at any offset. */
export function teltonikaParts(stream: string): readonly string[] {
  const parts: string[] = [];
  const bytes = Buffer.from(stream, 'latin1');
  for (let at = bytes.indexOf('\0\0\0\0'); at >= 0; at = bytes.indexOf('\0\0\0\0', at + 1)) {
    const length = at + 8 <= bytes.length ? bytes.readUInt32BE(at + 4) : 0;
    const end = at + 8 + length;
    if (length === 0 || end + 4 > bytes.length) continue;
    const part = bytes.subarray(at + 8, end);
    if (crc16Arc(part) === bytes.readUInt32BE(end)) parts.push(part.toString('latin1'));
  }
  return parts;
}
