import { crc16Arc } from '../../framing/crc16-arc.js';
import type { Fix } from '../fix.js';

/** The number of a codec as the first byte of a packet has it. */
export const CODEC_8 = 0x08;
export const CODEC_8_EXTENDED = 0x8e;
export const CODEC_16 = 0x10;

/** An IO element: id, size in bytes, value. */
export type AvlElement = readonly [id: number, bytes: 1 | 2 | 4 | 8, value: number | bigint];

export type SimulatedAvlRecord = {
  readonly fix: Fix;
  /** 0: low, 1: high, 2: panic */
  readonly priority?: number;
  /** the IO element that caused the record */
  readonly event?: number;
  /** besides those of every record */
  readonly elements?: readonly AvlElement[];
};

const number = (value: number | bigint, bytes: number): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigInt64BE(typeof value === 'bigint' ? value : BigInt(Math.round(value)));
  return buffer.subarray(8 - bytes);
};

/** What a tracker sends first over TCP. */
export const loginOf = (imei: string): Buffer => Buffer.concat([number(imei.length, 2), Buffer.from(imei)]);

function elementsOf({ fix, elements = [] }: SimulatedAvlRecord): readonly AvlElement[] {
  const moving = Number(fix.speed > 0);
  return [[239, 1, moving], [240, 1, moving], [21, 1, 4], [113, 1, fix.battery], [66, 2, 12_600], ...elements];
}

function avlRecord(codec: number, record: SimulatedAvlRecord): Buffer {
  const { fix, priority = 0, event = 0 } = record;
  const width = codec === CODEC_8_EXTENDED ? 2 : 1;
  const idBytes = codec === CODEC_8 ? 1 : 2;
  const elements = elementsOf(record);
  const groups = [1, 2, 4, 8].map((bytes) => {
    const own = elements.filter((element) => element[1] === bytes);
    return Buffer.concat([
      number(own.length, width),
      ...own.map(([id, , value]) => Buffer.concat([number(id, idBytes), number(value, bytes)])),
    ]);
  });
  return Buffer.concat([
    number(Date.parse(fix.dateTime), 8),
    number(priority, 1),
    number(fix.longitude * 1e7, 4),
    number(fix.latitude * 1e7, 4),
    number(fix.altitude, 2),
    number(fix.course, 2),
    number(fix.satellites, 1),
    number(fix.speed * 3.6, 2),
    number(event, idBytes),
    // Why the event was raised.
    number(0, codec === CODEC_16 ? 1 : 0),
    number(elements.length, width),
    ...groups,
    // Elements of any length.
    number(0, codec === CODEC_8_EXTENDED ? 2 : 0),
  ]);
}

/** From the codec id to the second number of records. */
export const avlData = (records: readonly SimulatedAvlRecord[], codec = CODEC_8): Buffer =>
  Buffer.concat([
    number(codec, 1),
    number(records.length, 1),
    ...records.map((record) => avlRecord(codec, record)),
    number(records.length, 1),
  ]);

/** A packet over TCP. */
export const tcpPacket = (data: Uint8Array): Buffer =>
  Buffer.concat([number(0, 4), number(data.length, 4), data, number(crc16Arc(data), 4)]);

/** A packet over UDP. `id`: of the datagram, `avlId`: of the packet in it, which the acknowledgement repeats. */
export function udpPacket(data: Uint8Array, { imei, id, avlId }: { imei: string; id: number; avlId: number }): Buffer {
  const rest = Buffer.concat([number(id, 2), number(1, 1), number(avlId, 1), loginOf(imei), data]);
  return Buffer.concat([number(rest.length, 2), rest]);
}

/** The response to a command of codec 12. */
export function responsePacket(text: string): Buffer {
  const content = Buffer.from(text);
  return tcpPacket(Buffer.concat([Buffer.from([12, 1, 6]), number(content.length, 4), content, Buffer.from([1])]));
}
