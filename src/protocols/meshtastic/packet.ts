import { content, readFields, signed, unsigned, float, type Wire } from './wire.js';

/** What one node sent over the air, as the attached one had it. */
export type Packet = {
  /** number of the node */
  readonly from: number;
  readonly to: number;
  /** by which a packet is known that is heard again; 0: it has none */
  readonly id: number;
  /** s since 1970 by the clock of the attached node, which may never have been set */
  readonly rxTime: number | undefined;
  /** dB */
  readonly snr: number | undefined;
  /** dBm */
  readonly rssi: number | undefined;
  /** how often it was repeated on its way */
  readonly hops: number | undefined;
  /** it came over the internet */
  readonly viaMqtt: boolean;
  /** what it says; undefined: in a channel whose key the attached node has not */
  readonly data: Data | undefined;
};

/** Which application it is for (`portnum`), and what; `request`: the id of the packet that it answers. */
export type Data = { readonly port: number; readonly payload: Uint8Array; readonly request: number | undefined };

const packetFields: Readonly<Record<number, Wire>> = {
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
const dataFields: Readonly<Record<number, Wire>> = {
  1: 'varint',
  2: 'bytes',
  3: 'varint',
  4: 'fixed32',
  5: 'fixed32',
  6: 'fixed32',
};

export const everyone = 0xffff_ffff;
const mostHops = 7;
const mostPriority = 127;
const mostPort = 511;

/** A MeshPacket, or nothing: with no checksum to go by, what no node sends is none. */
export function readPacket(bytes: Uint8Array): Packet | undefined {
  const fields = readFields(bytes, packetFields);
  if (fields === undefined) return undefined;
  const [from, to] = [unsigned(fields, 1), unsigned(fields, 2)];
  const [decoded, encrypted] = [content(fields, 4), content(fields, 5)];
  if (from === undefined || from === 0 || from === everyone || to === undefined) return undefined;
  if ((decoded === undefined) === (encrypted === undefined)) return undefined;
  const [hopLimit = 0, hopStart = 0] = [unsigned(fields, 9), unsigned(fields, 15)];
  if (hopLimit > mostHops || hopStart > mostHops || (unsigned(fields, 11) ?? 0) > mostPriority) return undefined;
  const data = decoded === undefined ? undefined : readData(decoded);
  if (decoded !== undefined && data === undefined) return undefined;
  return {
    from,
    to,
    id: unsigned(fields, 6) ?? 0,
    rxTime: unsigned(fields, 7),
    snr: float(fields, 8),
    rssi: signed(fields, 12),
    hops: hopStart < Math.max(hopLimit, 1) ? undefined : hopStart - hopLimit,
    viaMqtt: unsigned(fields, 14) === 1,
    data,
  };
}

function readData(bytes: Uint8Array): Data | undefined {
  const fields = readFields(bytes, dataFields);
  const port = fields === undefined ? undefined : unsigned(fields, 1);
  if (fields === undefined || port === undefined || port === 0 || port > mostPort) return undefined;
  return { port, payload: content(fields, 2) ?? new Uint8Array(), request: unsigned(fields, 6) };
}
