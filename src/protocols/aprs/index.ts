import { createKissFramer } from '../../framing/kiss.js';
import { defineProtocol } from '../protocol.js';
import { readAx25 } from './ax25.js';
import { createDecoder, type ReceivedAprsPacket } from './decoder.js';

/** the command, two addresses and the control field */
const MIN_FRAME_BYTES = 16;
/** A frame has up to 328 bytes, twice as many if all of them are escaped. */
const MAX_FRAME_BYTES = 1_024;

function readFrame(content: Uint8Array, lineBytes: number): ReceivedAprsPacket | undefined {
  const frame = readAx25(content);
  return frame && { ...frame, bytes: lineBytes + 1 };
}

/** Stations received by a TNC in KISS mode, by callsign. Nothing is ever written to it, because it would be transmitted. */
export const aprs = defineProtocol({
  name: 'aprs',
  baudRates: [9600, 1200, 19200, 38400, 57600, 115200, 4800],
  requiresDeviceId: false,
  multiDevice: true,
  // A frame has no pauses, so a partial one is discarded after silence.
  idleTimeoutMs: 60_000,
  framer: () => createKissFramer({ minBytes: MIN_FRAME_BYTES, maxBytes: MAX_FRAME_BYTES, read: readFrame }),
  signatureBytes: ({ info, bytes }) => (info === undefined ? 0 : bytes),
  decoder: createDecoder,
});
