import type { Packet } from './packets.js';

/** Messages of the configuration interface (u-blox F9 HPG 1.13, Interface description); integers, low byte first. */
export const valSet = 0x068a;
export const valGet = 0x068b;
const acknowledged = 0x0501;
const refused = 0x0500;

/** Where values are put, each a bit: what is in force, what a backup battery holds, what outlasts everything. */
export const layers = { ram: 1, battery: 2, flash: 4 } as const;
/** The number of what is in force, in a question and in its answer. */
const inForce = 0;
const header = 4;
const keyBytes = 4;
/** of a value, by bits 28 to 30 of its key; 1 is a single bit, which takes a byte */
const sizes = [0, 1, 1, 2, 4, 8];

const sizeOf = (key: number): number => sizes[(key >>> 28) & 7] ?? 0;

/** Class and number of the message, the payload, and the checksum of both (Fletcher's, 8 bits). */
export function packet(message: number, payload: Uint8Array = new Uint8Array(0)): Uint8Array {
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
export function setting(values: ReadonlyMap<number, number>, where: number): Uint8Array {
  const parts = [Buffer.from([0, where, 0, 0])];
  for (const [key, value] of values) {
    const item = Buffer.alloc(keyBytes + sizeOf(key));
    item.writeUInt32LE(key, 0);
    item.writeUIntLE(value, keyBytes, sizeOf(key));
    parts.push(item);
  }
  return packet(valSet, Buffer.concat(parts));
}

/** Asks for what is in force of `keys`. */
export function getting(keys: readonly number[]): Uint8Array {
  const payload = Buffer.alloc(header + keyBytes * keys.length);
  for (const [place, key] of keys.entries()) payload.writeUInt32LE(key, header + keyBytes * place);
  return packet(valGet, payload);
}

/** What became of a command; undefined: it says nothing of it. */
export function verdictOn(command: number, { message, payload }: Packet): 'acknowledged' | 'refused' | undefined {
  if (payload.length !== 2 || payload.readUInt16BE(0) !== command) return undefined;
  if (message === acknowledged) return 'acknowledged';
  return message === refused ? 'refused' : undefined;
}

/** Values by key in an answer about `keys`; undefined: it is an answer to others. garbled: it ends within a value. */
export function valuesIn(
  { message, payload }: Packet,
  keys: readonly number[],
): ReadonlyMap<number, number> | 'garbled' | undefined {
  if (message !== valGet || payload.length < header || payload[0] !== 1 || payload[1] !== inForce) return undefined;
  const values = new Map<number, number>();
  for (let at = header; at < payload.length;) {
    if (at + keyBytes > payload.length) return 'garbled';
    const key = payload.readUInt32LE(at);
    if (!keys.includes(key)) return undefined;
    const next = at + keyBytes + sizeOf(key);
    if (next > payload.length) return 'garbled';
    values.set(key, payload.readUIntLE(at + keyBytes, sizeOf(key)));
    at = next;
  }
  return values;
}
