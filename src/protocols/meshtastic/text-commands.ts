import { textOf } from '../../domain/commands/command.js';
import { success } from '../../errors.js';
import type { CommandReply, EncodeCommand } from '../protocol.js';
import { createGenerationalCache } from '../generational-cache.js';
import { meshtasticErrors } from './messages.js';
import type { MeshPacket } from './packet.js';
import { readErrorReason } from './provisioning/admin.js';
import { encodeTextPacket, toFullNonce } from './to-radio.js';

/** Commands to the nodes of a mesh, as texts. */
export type TextCommands = {
  readonly encode: EncodeCommand;
  /** Reads an acknowledgement of the mesh; no message if it belongs to no command. */
  readonly readReply: (packet: MeshPacket) => readonly CommandReply[];
};

/** The apps accept no longer text, so that a packet has room for its encryption. */
const MAX_TEXT_BYTES = 200;
const MAX_SENT = 256;
const NODE_ID = /^[\da-f]{8}$/i;

/** Names of Routing.Error in the firmware. */
const ERROR_NAMES: Readonly<Record<number, string>> = {
  1: 'no route',
  2: 'negative acknowledgement',
  3: 'timeout',
  4: 'no interface',
  5: 'no acknowledgement after all retransmissions',
  6: 'no such channel',
  7: 'too large',
  8: 'no response',
  9: 'duty cycle limit',
  32: 'bad request',
  33: 'not authorized',
};

export function createTextCommands(): TextCommands {
  /** the node that each packet was sent to, by the id of the packet */
  const sent = createGenerationalCache<number>(MAX_SENT);

  return {
    encode({ deviceId, key, bytes }) {
      if (!NODE_ID.test(deviceId)) {
        return meshtasticErrors.noNode({ device: deviceId });
      }
      if (textOf(bytes) === undefined || bytes.length > MAX_TEXT_BYTES) {
        return meshtasticErrors.commandText({ limit: MAX_TEXT_BYTES }, '/command');
      }
      const to = Number.parseInt(deviceId, 16);
      const id = toFullNonce(Number.parseInt(key.slice(0, 8), 16));
      sent.set(String(id), to);
      return success({ data: encodeTextPacket({ to, id, text: bytes }), ref: id });
    },
    readReply({ from, data }) {
      const ref = data?.requestId;
      const to = ref === undefined ? undefined : sent.get(String(ref));
      if (data === undefined || ref === undefined || to === undefined) return [];
      const error = readErrorReason(data.payload);
      // Another node only repeated the packet; the error is that of the connected node.
      if (error === undefined || (error === 0 && from !== to)) return [];
      const deviceId = to.toString(16).padStart(8, '0');
      if (error === 0) return [{ type: 'reply', deviceId, ref, accepted: true, text: 'the node received the text' }];
      const name = ERROR_NAMES[error] ?? 'unknown';
      return [{ type: 'reply', deviceId, ref, accepted: false, text: `routing error ${error}: ${name}` }];
    },
  };
}
