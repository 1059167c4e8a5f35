/** A message of protocol buffers: its fields by their numbers. Varints and fixed numbers are their low 32 bits, unsigned. */
export type Fields = ReadonlyMap<number, number | Uint8Array>;

/** How a field that is known is written. */
export type Wire = 'varint' | 'fixed32' | 'bytes';

const kinds: readonly (Wire | 'fixed64' | undefined)[] = [
  'varint',
  'fixed64',
  'bytes',
  undefined,
  undefined,
  'fixed32',
];

/** Nothing that is spoken here has higher numbers. */
const mostNumber = 2_047;
const mostVarint = 10;

/**
 * Reads a message, or nothing when it is not well-formed to its last byte. As there is no checksum it is strict: a known
 * field has its own type and comes once, and numbers are as short as they can be, as every encoder writes them.
 * `visit` is given each field as it is written, the number before it included.
 */
export function readFields(
  bytes: Uint8Array,
  known: Readonly<Record<number, Wire>>,
  visit?: (number: number, written: Uint8Array) => void,
): Fields | undefined {
  const fields = new Map<number, number | Uint8Array>();
  let at = 0;

  function varint(): number | undefined {
    let value = 0;
    for (let place = 0; place < mostVarint; place += 1) {
      const byte = bytes[at];
      if (byte === undefined || (byte === 0 && place > 0)) return undefined;
      at += 1;
      if (place < 5) value |= (byte & 0x7f) << (7 * place);
      if (byte < 0x80) return value >>> 0;
    }
    return undefined;
  }

  function take(count: number): Uint8Array | undefined {
    if (count > bytes.length - at) return undefined;
    at += count;
    return bytes.subarray(at - count, at);
  }

  function valueOf(kind: Wire | 'fixed64'): number | Uint8Array | undefined {
    switch (kind) {
      case 'varint':
        return varint();
      case 'bytes': {
        const length = varint();
        return length === undefined ? undefined : take(length);
      }
      case 'fixed64':
        return take(8);
      case 'fixed32': {
        const [a, b = 0, c = 0, d = 0] = take(4) ?? [];
        return a === undefined ? undefined : (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
      }
    }
  }

  while (at < bytes.length) {
    const start = at;
    const tag = varint();
    const kind = tag === undefined ? undefined : kinds[tag & 7];
    if (tag === undefined || kind === undefined) return undefined;
    const number = tag >>> 3;
    const wanted = known[number];
    if (number === 0 || number > mostNumber) return undefined;
    if (wanted !== undefined && (wanted !== kind || fields.has(number))) return undefined;
    const value = valueOf(kind);
    if (value === undefined) return undefined;
    fields.set(number, value);
    visit?.(number, bytes.subarray(start, at));
  }
  return fields;
}

/** A number without sign. */
export function unsigned(fields: Fields, number: number): number | undefined {
  const value = fields.get(number);
  return typeof value === 'number' ? value : undefined;
}

/** The same in two's complement of 32 bits. */
export function signed(fields: Fields, number: number): number | undefined {
  const value = unsigned(fields, number);
  return value === undefined ? undefined : value | 0;
}

const word = new DataView(new ArrayBuffer(4));

/** A number of IEEE 754 in 32 bits; nothing when it is none. */
export function float(fields: Fields, number: number): number | undefined {
  const value = unsigned(fields, number);
  if (value === undefined) return undefined;
  word.setUint32(0, value);
  const read = word.getFloat32(0);
  return Number.isFinite(read) ? read : undefined;
}

export function content(fields: Fields, number: number): Uint8Array | undefined {
  const value = fields.get(number);
  return typeof value === 'number' ? undefined : value;
}

const utf8 = new TextDecoder();

/** Text without what would upset a terminal, at most so many characters; nothing when that is empty. */
export function wordsOf(bytes: Uint8Array | undefined, most: number): string | undefined {
  if (bytes === undefined) return undefined;
  const text = utf8.decode(bytes).replace(/\p{C}+/gu, ' ');
  return Array.from(text.trim()).slice(0, most).join('') || undefined;
}
