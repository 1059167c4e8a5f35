import { readNode, type NodeInfo } from './node.js';
import { readPacket, type MeshPacket } from './packet.js';
import { bytesAt, readFields, uint32At, printableText, type WireType } from './protobuf-reader.js';

/** A message of the connected node over its serial connection. */
export type FromRadio =
  | { readonly kind: 'packet'; readonly packet: MeshPacket }
  | { readonly kind: 'node'; readonly node: NodeInfo }
  /** the response to the request with this number is complete */
  | { readonly kind: 'complete'; readonly nonce: number }
  /** the node no longer forwards packets */
  | { readonly kind: 'rebooted' }
  /** the number of the connected node */
  | { readonly kind: 'me'; readonly num: number }
  /** firmware version and number of the hardware model */
  | { readonly kind: 'metadata'; readonly firmware: string | undefined; readonly hardware: number }
  /** state of its transmit queue */
  | { readonly kind: 'queue' }
  /** configuration with keys and passwords, and other content that is not needed; not even parsed */
  | { readonly kind: 'private' };

const FROM_RADIO_FIELDS: Readonly<Record<number, WireType>> = {
  1: 'varint',
  2: 'bytes',
  3: 'bytes',
  4: 'bytes',
  5: 'bytes',
  6: 'bytes',
  7: 'varint',
  8: 'varint',
  9: 'bytes',
  10: 'bytes',
  11: 'bytes',
  12: 'bytes',
  13: 'bytes',
  14: 'bytes',
  15: 'bytes',
  16: 'bytes',
  17: 'bytes',
};
/** the sequence number of the message */
const ID_FIELD = 1;
const MAX_VERSION_LENGTH = 32;

/** Reads a FromRadio: a number and one variant. Undefined if it is not well-formed to its last byte. */
export function readFromRadio(bytes: Uint8Array): FromRadio | undefined {
  const fields = readFields(bytes, FROM_RADIO_FIELDS);
  const [variant, another] = [...(fields?.keys() ?? [])].filter((number) => number !== ID_FIELD);
  if (fields === undefined || variant === undefined || another !== undefined) return undefined;
  const payload = bytesAt(fields, variant);
  if (variant === 7) return { kind: 'complete', nonce: uint32At(fields, 7) ?? 0 };
  if (variant === 8) return { kind: 'rebooted' };
  if (payload === undefined) return { kind: 'private' };
  if (variant === 3) {
    const num = readNodeNumber(payload);
    return num === undefined ? undefined : { kind: 'me', num };
  }
  if (variant === 2) {
    const packet = readPacket(payload);
    return packet && { kind: 'packet', packet };
  }
  if (variant === 4) {
    const node = readNode(payload);
    return node && { kind: 'node', node };
  }
  if (variant === 13) return readMetadata(payload);
  if (readFields(payload, {}) === undefined) return undefined;
  return { kind: variant === 11 ? 'queue' : 'private' };
}

/** of MyNodeInfo */
function readNodeNumber(payload: Uint8Array): number | undefined {
  const fields = readFields(payload, { 1: 'varint' });
  return fields && uint32At(fields, 1);
}

/** of DeviceMetadata */
function readMetadata(payload: Uint8Array): FromRadio | undefined {
  const fields = readFields(payload, { 1: 'bytes', 9: 'varint' });
  if (fields === undefined) return undefined;
  return {
    kind: 'metadata',
    firmware: printableText(bytesAt(fields, 1), MAX_VERSION_LENGTH),
    hardware: uint32At(fields, 9) ?? 0,
  };
}
