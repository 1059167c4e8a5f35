import { bytesAt, readFields, int32At, uint32At, floatAt, type WireType } from './protobuf-reader.js';

/** A packet of one node as received by the connected node. */
export type MeshPacket = {
  /** number of the node */
  readonly from: number;
  readonly to: number;
  /** identifies repetitions of a packet; 0: none */
  readonly id: number;
  /** s since 1970 by the clock of the connected node, which may never have been set */
  readonly rxTime: number | undefined;
  /** dB */
  readonly snr: number | undefined;
  /** dBm */
  readonly rssi: number | undefined;
  /** number of retransmissions on the way */
  readonly hops: number | undefined;
  /** received over the internet */
  readonly viaMqtt: boolean;
  /** undefined: the connected node does not have the key of the channel */
  readonly data: PacketData | undefined;
};

/** `portnum`: the application; `requestId`: the id of the packet that this one responds to. */
export type PacketData = {
  readonly portnum: number;
  readonly payload: Uint8Array;
  readonly requestId: number | undefined;
};

const PACKET_FIELDS: Readonly<Record<number, WireType>> = {
  1: 'fixed32',
  2: 'fixed32',
  3: 'varint',
  4: 'bytes',
  5: 'bytes',
  6: 'fixed32',
  7: 'fixed32',
  8: 'fixed32',
  9: 'varint',
  10: 'varint',
  11: 'varint',
  12: 'varint',
  14: 'varint',
  15: 'varint',
};
const DATA_FIELDS: Readonly<Record<number, WireType>> = {
  1: 'varint',
  2: 'bytes',
  3: 'varint',
  4: 'fixed32',
  5: 'fixed32',
  6: 'fixed32',
};

const BROADCAST = 0xffff_ffff;
const MAX_HOPS = 7;
const MAX_PRIORITY = 127;
const MAX_PORTNUM = 511;

/** Reads a MeshPacket; without a checksum, values that no node sends make it unreadable. */
export function readPacket(bytes: Uint8Array): MeshPacket | undefined {
  const fields = readFields(bytes, PACKET_FIELDS);
  if (fields === undefined) return undefined;
  const [from, to] = [uint32At(fields, 1), uint32At(fields, 2)];
  const [decoded, encrypted] = [bytesAt(fields, 4), bytesAt(fields, 5)];
  if (from === undefined || from === 0 || from === BROADCAST || to === undefined) return undefined;
  if ((decoded === undefined) === (encrypted === undefined)) return undefined;
  const [hopLimit = 0, hopStart = 0] = [uint32At(fields, 9), uint32At(fields, 15)];
  if (hopLimit > MAX_HOPS || hopStart > MAX_HOPS || (uint32At(fields, 11) ?? 0) > MAX_PRIORITY) return undefined;
  const data = decoded === undefined ? undefined : readData(decoded);
  if (decoded !== undefined && data === undefined) return undefined;
  return {
    from,
    to,
    id: uint32At(fields, 6) ?? 0,
    rxTime: uint32At(fields, 7),
    snr: floatAt(fields, 8),
    rssi: int32At(fields, 12),
    hops: hopStart < Math.max(hopLimit, 1) ? undefined : hopStart - hopLimit,
    viaMqtt: uint32At(fields, 14) === 1,
    data,
  };
}

function readData(bytes: Uint8Array): PacketData | undefined {
  const fields = readFields(bytes, DATA_FIELDS);
  const portnum = fields === undefined ? undefined : uint32At(fields, 1);
  if (fields === undefined || portnum === undefined || portnum === 0 || portnum > MAX_PORTNUM) return undefined;
  return { portnum, payload: bytesAt(fields, 2) ?? new Uint8Array(), requestId: uint32At(fields, 6) };
}
