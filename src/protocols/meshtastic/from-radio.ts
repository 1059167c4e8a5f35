import { readNode, type NodeInfo } from './node.js';
import { readPacket, type Packet } from './packet.js';
import { content, readFields, unsigned, wordsOf, type Wire } from './wire.js';

/** What the attached node says over the cable. */
export type FromRadio =
  | { readonly kind: 'packet'; readonly packet: Packet }
  | { readonly kind: 'node'; readonly node: NodeInfo }
  /** all that was asked for with this number has been said */
  | { readonly kind: 'complete'; readonly nonce: number }
  /** it has forgotten who listens */
  | { readonly kind: 'rebooted' }
  /** it is this node */
  | { readonly kind: 'me'; readonly num: number }
  /** what it is: the version of its firmware, and the number of what it is made of */
  | { readonly kind: 'metadata'; readonly firmware: string | undefined; readonly hardware: number }
  /** how full its queue is */
  | { readonly kind: 'queue' }
  /** how it is set up, with keys and passwords, and what else nobody here has to see: not even read */
  | { readonly kind: 'private' };

const fromRadioFields: Readonly<Record<number, Wire>> = {
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
/** the number by which the node counts what it says */
const counted = 1;
const longestVersion = 32;

/** A FromRadio: its number and one thing said. Nothing when it is none, down to the last byte of what is in it. */
export function readFromRadio(bytes: Uint8Array): FromRadio | undefined {
  const fields = readFields(bytes, fromRadioFields);
  const [variant, another] = [...(fields?.keys() ?? [])].filter((number) => number !== counted);
  if (fields === undefined || variant === undefined || another !== undefined) return undefined;
  const said = content(fields, variant);
  if (variant === 7) return { kind: 'complete', nonce: unsigned(fields, 7) ?? 0 };
  if (variant === 8) return { kind: 'rebooted' };
  if (said === undefined) return { kind: 'private' };
  if (variant === 3) {
    const num = numberOf(said);
    return num === undefined ? undefined : { kind: 'me', num };
  }
  if (variant === 2) {
    const packet = readPacket(said);
    return packet && { kind: 'packet', packet };
  }
  if (variant === 4) {
    const node = readNode(said);
    return node && { kind: 'node', node };
  }
  if (variant === 13) return metadataOf(said);
  if (readFields(said, {}) === undefined) return undefined;
  return { kind: variant === 11 ? 'queue' : 'private' };
}

/** of MyNodeInfo */
function numberOf(said: Uint8Array): number | undefined {
  const fields = readFields(said, { 1: 'varint' });
  return fields && unsigned(fields, 1);
}

/** of DeviceMetadata */
function metadataOf(said: Uint8Array): FromRadio | undefined {
  const fields = readFields(said, { 1: 'bytes', 9: 'varint' });
  if (fields === undefined) return undefined;
  return {
    kind: 'metadata',
    firmware: wordsOf(content(fields, 1), longestVersion),
    hardware: unsigned(fields, 9) ?? 0,
  };
}
