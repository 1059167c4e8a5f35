import type { Fix } from '../fix.js';

/** Protocol buffers of a Meshtastic node, with the field numbers of the firmware. */
export type Bytes = readonly number[];

const varint = (value: number): Bytes => {
  const bytes: number[] = [];
  // Negative numbers have 64 bits.
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    if (rest < 0x80n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 0x7fn) | 0x80);
  }
};

export const varintField = (field: number, value: number): Bytes => [...varint(field * 8), ...varint(value)];
export const bytesField = (field: number, value: Bytes): Bytes => [
  ...varint(field * 8 + 2),
  ...varint(value.length),
  ...value,
];
export const stringField = (field: number, value: string): Bytes => bytesField(field, [...Buffer.from(value)]);
/** 32 bits, signed or unsigned */
export const fixed32Field = (field: number, value: number): Bytes => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value | 0);
  return [...varint(field * 8 + 5), ...bytes];
};
export const floatField = (field: number, value: number): Bytes => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return [...varint(field * 8 + 5), ...bytes];
};

/** A FromRadio message in its serial frame. */
export const meshFrame = (payload: Bytes): Uint8Array =>
  Uint8Array.from([0x94, 0xc3, payload.length >> 8, payload.length & 0xff, ...payload]);

export type MeshHeader = {
  readonly from: number;
  /** default: broadcast */
  readonly to?: number;
  readonly id: number;
  /** s since 1970 */
  readonly rxTime: number;
  /** id of the packet that this one replies to */
  readonly request?: number;
};

/** A packet of a node. `port`: application port number. */
export const meshPacket = (
  { from, to = 0xffff_ffff, id, rxTime, request }: MeshHeader,
  port: number,
  payload: Bytes,
): Uint8Array =>
  meshFrame(
    bytesField(2, [
      ...fixed32Field(1, from),
      ...fixed32Field(2, to),
      ...bytesField(4, [
        ...varintField(1, port),
        ...bytesField(2, payload),
        ...(request === undefined ? [] : fixed32Field(6, request)),
      ]),
      ...fixed32Field(6, id),
      ...fixed32Field(7, rxTime),
      ...floatField(8, 6.25),
      ...varintField(9, 3),
      ...varintField(12, -92),
      ...varintField(15, 3),
    ]),
  );

const FULL_PRECISION_BITS = 32;

/** An ordinate in 1/10,000,000 degree, reduced to `bits` bits: the middle of the possible range. */
function coarse(degrees: number, bits: number): number {
  const exact = Math.round(degrees * 1e7);
  if (bits >= FULL_PRECISION_BITS) return exact;
  const width = FULL_PRECISION_BITS - bits;
  return ((exact >> width) << width) | (1 << (width - 1));
}

/** A Position with `bits` of precision. Speed is in km/h, course in 1/100,000 degree. */
export const meshPosition = (fix: Fix, bits = FULL_PRECISION_BITS): Bytes => {
  const seconds = Math.floor(Date.parse(fix.dateTime) / 1000);
  return [
    ...fixed32Field(1, coarse(fix.latitude, bits)),
    ...fixed32Field(2, coarse(fix.longitude, bits)),
    ...varintField(3, Math.round(fix.altitude)),
    ...fixed32Field(4, seconds),
    ...fixed32Field(7, seconds),
    ...varintField(11, 180),
    ...varintField(15, Math.round(fix.speed * 3.6)),
    ...varintField(16, Math.round(fix.course * 1e5)),
    ...varintField(19, fix.satellites),
    ...varintField(23, bits),
  ];
};

/** A Telemetry with the battery level. */
export const meshBattery = (seconds: number, battery: number): Bytes => [
  ...fixed32Field(1, seconds),
  ...bytesField(2, [...varintField(1, battery), ...floatField(2, 3.3 + battery / 110), ...varintField(5, 3_600)]),
];

export const meshUser = (id: string, name: string): Bytes => [
  ...stringField(1, `!${id}`),
  ...stringField(2, name),
  ...stringField(3, id.slice(-4)),
];
