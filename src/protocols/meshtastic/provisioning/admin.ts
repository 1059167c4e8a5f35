import type { ConfigMessage } from './settings.js';
import { bytesAt, readFields, uint32At } from '../protobuf-reader.js';
import { bytesField, varintField, type ProtobufBytes } from '../protobuf-writer.js';

/** Starts a transaction: changes are only staged … */
export const BEGIN_EDIT = varintField(64, 1);
/** … and commits it, after which the node may reboot. */
export const COMMIT_EDIT = varintField(65, 1);

/** The AdminMessages that request, find and set each config message. */
export const CONFIG_ADMIN: Readonly<
  Record<
    ConfigMessage,
    {
      readonly get: ProtobufBytes;
      readonly find: (message: Uint8Array) => Uint8Array | undefined;
      readonly set: (content: ProtobufBytes) => ProtobufBytes;
      readonly description: string;
    }
  >
> = {
  owner: {
    get: varintField(3, 1),
    find: (message) => readSubmessage(message, 4),
    set: (user) => bytesField(32, user),
    description: 'names (owner)',
  },
  position: {
    // get_config; 1 is the position config
    get: varintField(5, 1),
    find(message) {
      const config = readSubmessage(message, 6);
      return config && readSubmessage(config, 2);
    },
    set: (position) => bytesField(34, bytesField(2, position)),
    description: 'position settings (config.position)',
  },
};

function readSubmessage(message: Uint8Array, field: number): Uint8Array | undefined {
  const fields = readFields(message, { [field]: 'bytes' });
  return fields && bytesAt(fields, field);
}

/** The error_reason of a Routing: 0 if the packet was accepted; undefined for a route or an unreadable message. */
export function readErrorReason(routing: Uint8Array): number | undefined {
  const fields = readFields(routing, { 3: 'varint' });
  return fields?.size === 0 ? 0 : fields && uint32At(fields, 3);
}
