import { createLengthPrefixedFramer } from '../../framing/length-prefixed.js';
import { defineProtocol } from '../protocol.js';
import { createPacketRedactor } from './packet-redactor.js';
import { createDecoder, type ReceivedMeshPacket } from './decoder.js';
import { readFromRadio } from './from-radio.js';
import { provision } from './provisioning/provision.js';
import { FRAME_START, MAX_FRAME_BYTES } from './to-radio.js';

const HEADER_BYTES = 4;

function readPacket(content: Uint8Array): ReceivedMeshPacket | undefined {
  const message = readFromRadio(content);
  return message && { message, bytes: HEADER_BYTES + content.length };
}

/** A connected Meshtastic node reports all nodes of its mesh by their numbers, once it is asked. */
export const meshtastic = defineProtocol({
  name: 'meshtastic',
  baudRates: [115200, 38400, 9600, 57600, 19200, 4800],
  requiresDeviceId: false,
  multiDevice: true,
  packetRedactor: createPacketRedactor,
  provision,
  // A node that receives nothing by radio sends nothing; after this silence it gets a heartbeat.
  idleTimeoutMs: 60_000,
  framer: () => createLengthPrefixedFramer({ start: FRAME_START, maxBytes: MAX_FRAME_BYTES, read: readPacket }),
  signatureBytes: ({ bytes }) => bytes,
  decoder: createDecoder,
});
