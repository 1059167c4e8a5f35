import type { UbxPacket } from './packets.js';

/** Messages of the configuration interface (u-blox F9 HPG 1.13, Interface description); integers, low byte first. */
export const VAL_SET = 0x068a;
export const VAL_GET = 0x068b;
const ACK_ACK = 0x0501;
const ACK_NAK = 0x0500;

/** Where values are put, each a bit: what is in force, what a backup battery holds, what outlasts everything. */
export const LAYERS = { ram: 1, battery: 2, flash: 4 } as const;
/** The number of what is in force, in a question and in its answer. */
const CURRENT_LAYER = 0;
const HEADER_BYTES = 4;
const KEY_BYTES = 4;
/** of a value, by bits 28 to 30 of its key; 1 is a single bit, which takes a byte */
const VALUE_SIZES = [0, 1, 1, 2, 4, 8];

const sizeOf = (key: number): number => VALUE_SIZES[(key >>> 28) & 7] ?? 0;

/** Class and number of the message, the payload, and the checksum of both (Fletcher's, 8 bits). */
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

/** Sets values by their keys in all of `where`, all or none; each has to fit in its size. */
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

/** Asks for what is in force of `keys`. */
export function encodeValGet(keys: readonly number[]): Uint8Array {
  const payload = Buffer.alloc(HEADER_BYTES + KEY_BYTES * keys.length);
  for (const [index, key] of keys.entries()) payload.writeUInt32LE(key, HEADER_BYTES + KEY_BYTES * index);
  return encodePacket(VAL_GET, payload);
}

/** What became of a command; undefined: it says nothing of it. */
export function readVerdict(command: number, { message, payload }: UbxPacket): 'acknowledged' | 'refused' | undefined {
  if (payload.length !== 2 || payload.readUInt16BE(0) !== command) return undefined;
  if (message === ACK_ACK) return 'acknowledged';
  return message === ACK_NAK ? 'refused' : undefined;
}

/** Values by key in an answer about `keys`; undefined: it is an answer to others. garbled: it ends within a value. */
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
