/** The fields of a protobuf message by number. Varints and fixed numbers are reduced to their low 32 bits, unsigned. */
export type ProtobufFields = ReadonlyMap<number, number | Uint8Array>;

export type WireType = 'varint' | 'fixed32' | 'bytes';

const WIRE_TYPES: readonly (WireType | 'fixed64' | undefined)[] = [
  'varint',
  'fixed64',
  'bytes',
  undefined,
  undefined,
  'fixed32',
];

/** Messages of Meshtastic have no higher field numbers. */
const MAX_FIELD_NUMBER = 2_047;
const MAX_VARINT_BYTES = 10;

/**
 * Reads a message; undefined if it is not well-formed to its last byte. Frames have no checksum, so this is strict: a known
 * field has its own type and occurs once, and varints have no redundant bytes, as every encoder writes them.
 * `visit` gets the encoded bytes of each field, including its tag.
 */
export function readFields(
  bytes: Uint8Array,
  known: Readonly<Record<number, WireType>>,
  visit?: (number: number, encoded: Uint8Array) => void,
): ProtobufFields | undefined {
  const fields = new Map<number, number | Uint8Array>();
  let offset = 0;

  function readVarint(): number | undefined {
    let value = 0;
    for (let index = 0; index < MAX_VARINT_BYTES; index += 1) {
      const byte = bytes[offset];
      if (byte === undefined || (byte === 0 && index > 0)) return undefined;
      offset += 1;
      if (index < 5) value |= (byte & 0x7f) << (7 * index);
      if (byte < 0x80) return value >>> 0;
    }
    return undefined;
  }

  function takeBytes(count: number): Uint8Array | undefined {
    if (count > bytes.length - offset) return undefined;
    offset += count;
    return bytes.subarray(offset - count, offset);
  }

  function readValue(wireType: WireType | 'fixed64'): number | Uint8Array | undefined {
    switch (wireType) {
      case 'varint':
        return readVarint();
      case 'bytes': {
        const length = readVarint();
        return length === undefined ? undefined : takeBytes(length);
      }
      case 'fixed64':
        return takeBytes(8);
      case 'fixed32': {
        const [a, b = 0, c = 0, d = 0] = takeBytes(4) ?? [];
        return a === undefined ? undefined : (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
      }
    }
  }

  while (offset < bytes.length) {
    const start = offset;
    const tag = readVarint();
    const kind = tag === undefined ? undefined : WIRE_TYPES[tag & 7];
    if (tag === undefined || kind === undefined) return undefined;
    const number = tag >>> 3;
    const expected = known[number];
    if (number === 0 || number > MAX_FIELD_NUMBER) return undefined;
    if (expected !== undefined && (expected !== kind || fields.has(number))) return undefined;
    const value = readValue(kind);
    if (value === undefined) return undefined;
    fields.set(number, value);
    visit?.(number, bytes.subarray(start, offset));
  }
  return fields;
}

/** An unsigned 32-bit number. */
export function uint32At(fields: ProtobufFields, number: number): number | undefined {
  const value = fields.get(number);
  return typeof value === 'number' ? value : undefined;
}

/** A signed 32-bit number (two's complement). */
export function int32At(fields: ProtobufFields, number: number): number | undefined {
  const value = uint32At(fields, number);
  return value === undefined ? undefined : value | 0;
}

const floatView = new DataView(new ArrayBuffer(4));

/** A 32-bit IEEE 754 number; undefined if it is not finite. */
export function floatAt(fields: ProtobufFields, number: number): number | undefined {
  const value = uint32At(fields, number);
  if (value === undefined) return undefined;
  floatView.setUint32(0, value);
  const read = floatView.getFloat32(0);
  return Number.isFinite(read) ? read : undefined;
}

export function bytesAt(fields: ProtobufFields, number: number): Uint8Array | undefined {
  const value = fields.get(number);
  return typeof value === 'number' ? undefined : value;
}

const utf8Decoder = new TextDecoder();

/** Text without control and other invisible characters, at most `maxLength` characters; undefined if it is empty. */
export function printableText(bytes: Uint8Array | undefined, maxLength: number): string | undefined {
  if (bytes === undefined) return undefined;
  const text = utf8Decoder.decode(bytes).replace(/\p{C}+/gu, ' ');
  return Array.from(text.trim()).slice(0, maxLength).join('') || undefined;
}
