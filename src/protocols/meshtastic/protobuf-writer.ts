/** An encoded protobuf message or field. */
export type ProtobufBytes = readonly number[];

function encodeVarint(value: number): ProtobufBytes {
  const bytes: number[] = [];
  let rest = value >>> 0;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

/** An unsigned 32-bit number, or a boolean as 1 or 0. */
export const varintField = (field: number, value: number): ProtobufBytes => [
  ...encodeVarint(field * 8),
  ...encodeVarint(value),
];

/** Bytes, UTF-8 text or another message. */
export const bytesField = (field: number, value: ArrayLike<number>): ProtobufBytes => [
  ...encodeVarint(field * 8 + 2),
  ...encodeVarint(value.length),
  ...Array.from(value),
];

/** 32 bits, little-endian. */
export const fixed32Field = (field: number, value: number): ProtobufBytes => [
  ...encodeVarint(field * 8 + 5),
  ...[0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff),
];
