import type { UbxPacket } from './packets.js';

/** Messages of the configuration interface (u-blox F9 HPG 1.13, Interface description); integers are little-endian. */
export const VAL_SET = 0x068a;
export const VAL_GET = 0x068b;
const ACK_ACK = 0x0501;
const ACK_NAK = 0x0500;

/** Bits of the layers that a value is written to: in effect, battery-backed, permanent. */
export const LAYERS = { ram: 1, battery: 2, flash: 4 } as const;
/** The number of the current values in a request and its response. */
const CURRENT_LAYER = 0;
const HEADER_BYTES = 4;
const KEY_BYTES = 4;
/** bytes of a value by bits 28 to 30 of its key; size 1 is a single bit, which takes a byte */
const VALUE_SIZES = [0, 1, 1, 2, 4, 8];

const sizeOf = (key: number): number => VALUE_SIZES[(key >>> 28) & 7] ?? 0;

/** `message`: class and number. The checksum is 8-bit Fletcher over message, length and payload. */
export function encodePacket(message: number, payload: Uint8Array = new Uint8Array(0)): Uint8Array {
  const bytes = Buffer.alloc(payload.length + 8);
  bytes.writeUInt16BE(0xb562, 0);
  bytes.writeUInt16BE(message, 2);
  bytes.writeUInt16LE(payload.length, 4);
  bytes.set(payload, 6);
  let [a, b] = [0, 0];
  for (const byte of bytes.subarray(2, -2)) {
    a = (a + byte) & 0xff;
    b = (b + a) & 0xff;
  }
  bytes.set([a, b], bytes.length - 2);
  return bytes;
}

/** Writes values by key to all of `layers`, all or none; each value must fit the size in its key. */
export function encodeValSet(values: ReadonlyMap<number, number>, layers: number): Uint8Array {
  const parts = [Buffer.from([0, layers, 0, 0])];
  for (const [key, value] of values) {
    const item = Buffer.alloc(KEY_BYTES + sizeOf(key));
    item.writeUInt32LE(key, 0);
    item.writeUIntLE(value, KEY_BYTES, sizeOf(key));
    parts.push(item);
  }
  return encodePacket(VAL_SET, Buffer.concat(parts));
}

/** Requests the current values of `keys`. */
export function encodeValGet(keys: readonly number[]): Uint8Array {
  const payload = Buffer.alloc(HEADER_BYTES + KEY_BYTES * keys.length);
  for (const [index, key] of keys.entries()) payload.writeUInt32LE(key, HEADER_BYTES + KEY_BYTES * index);
  return encodePacket(VAL_GET, payload);
}

/** Undefined: the packet does not refer to the command. */
export function readVerdict(command: number, { message, payload }: UbxPacket): 'acknowledged' | 'refused' | undefined {
  if (payload.length !== 2 || payload.readUInt16BE(0) !== command) return undefined;
  if (message === ACK_ACK) return 'acknowledged';
  return message === ACK_NAK ? 'refused' : undefined;
}

/** Values by key in a response about `keys`; undefined: a response about others. `garbled`: it ends within a value. */
export function readValues(
  { message, payload }: UbxPacket,
  keys: readonly number[],
): ReadonlyMap<number, number> | 'garbled' | undefined {
  if (message !== VAL_GET || payload.length < HEADER_BYTES || payload[0] !== 1 || payload[1] !== CURRENT_LAYER)
    return undefined;
  const values = new Map<number, number>();
  for (let at = HEADER_BYTES; at < payload.length;) {
    if (at + KEY_BYTES > payload.length) return 'garbled';
    const key = payload.readUInt32LE(at);
    if (!keys.includes(key)) return undefined;
    const next = at + KEY_BYTES + sizeOf(key);
    if (next > payload.length) return 'garbled';
    values.set(key, payload.readUIntLE(at + KEY_BYTES, sizeOf(key)));
    at = next;
  }
  return values;
}
