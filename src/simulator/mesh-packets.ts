import type { Fix } from './fix.js';

/** What a Meshtastic node says over its cable, in protocol buffers; numbers of fields are those of the firmware. */
export type Bytes = readonly number[];

const varint = (value: number): Bytes => {
  const bytes: number[] = [];
  // Negative numbers are sent in 64 bits.
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    if (rest < 0x80n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 0x7fn) | 0x80);
  }
};

export const number = (field: number, value: number): Bytes => [...varint(field * 8), ...varint(value)];
export const chunk = (field: number, value: Bytes): Bytes => [
  ...varint(field * 8 + 2),
  ...varint(value.length),
  ...value,
];
export const text = (field: number, value: string): Bytes => chunk(field, [...Buffer.from(value)]);
/** of 32 bits, signed or not */
export const fixed = (field: number, value: number): Bytes => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value | 0);
  return [...varint(field * 8 + 5), ...bytes];
};
export const float = (field: number, value: number): Bytes => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return [...varint(field * 8 + 5), ...bytes];
};

/** One FromRadio on the cable. */
export const meshFrame = (payload: Bytes): Uint8Array =>
  Uint8Array.from([0x94, 0xc3, payload.length >> 8, payload.length & 0xff, ...payload]);

export type Heading = {
  readonly from: number;
  /** everybody when left out */
  readonly to?: number;
  readonly id: number;
  /** s since 1970 */
  readonly rxTime: number;
  /** the id of the packet that it answers */
  readonly request?: number;
};

/** A packet heard from a node: `port` says for which application. */
export const meshPacket = (
  { from, to = 0xffff_ffff, id, rxTime, request }: Heading,
  port: number,
  payload: Bytes,
): Uint8Array =>
  meshFrame(
    chunk(2, [
      ...fixed(1, from),
      ...fixed(2, to),
      ...chunk(4, [...number(1, port), ...chunk(2, payload), ...(request === undefined ? [] : fixed(6, request))]),
      ...fixed(6, id),
      ...fixed(7, rxTime),
      ...float(8, 6.25),
      ...number(9, 3),
      ...number(12, -92),
      ...number(15, 3),
    ]),
  );

const wholeBits = 32;

/** An ordinate in 1/10,000,000 degree of which so many bits are told: the middle of what the others could be. */
function coarse(degrees: number, bits: number): number {
  const exact = Math.round(degrees * 1e7);
  if (bits >= wholeBits) return exact;
  const width = wholeBits - bits;
  return ((exact >> width) << width) | (1 << (width - 1));
}

/** A Position; `bits` of the place are told, all of them when left out. Speed is in km/h, course in 1/100,000 degree. */
export const meshPosition = (fix: Fix, bits = wholeBits): Bytes => {
  const seconds = Math.floor(Date.parse(fix.dateTime) / 1000);
  return [
    ...fixed(1, coarse(fix.latitude, bits)),
    ...fixed(2, coarse(fix.longitude, bits)),
    ...number(3, Math.round(fix.altitude)),
    ...fixed(4, seconds),
    ...fixed(7, seconds),
    ...number(11, 180),
    ...number(15, Math.round(fix.speed * 3.6)),
    ...number(16, Math.round(fix.course * 1e5)),
    ...number(19, fix.satellites),
    ...number(23, bits),
  ];
};

/** A Telemetry with the state of the battery. */
export const meshBattery = (seconds: number, battery: number): Bytes => [
  ...fixed(1, seconds),
  ...chunk(2, [...number(1, battery), ...float(2, 3.3 + battery / 110), ...number(5, 3_600)]),
];

export const meshUser = (id: string, name: string): Bytes => [
  ...text(1, `!${id}`),
  ...text(2, name),
  ...text(3, id.slice(-4)),
];
