import { createKissFramer } from '../../framing/kiss.js';
import { defineProtocol } from '../protocol.js';
import { readAx25 } from './ax25.js';
import { createDecoder, type Heard } from './decoder.js';

/** A frame of 328 bytes is twice as long when all of it is escaped. */
const maxBytes = 1_024;

function read(content: Uint8Array, lineBytes: number): Heard | undefined {
  const frame = readAx25(content);
  return frame && { ...frame, bytes: lineBytes + 1 };
}

/** Stations that a TNC in KISS mode hears, by their callsigns. Nothing is ever written to it: it would go on the air. */
export const aprs = defineProtocol({
  name: 'aprs',
  baudRates: [9600, 1200, 19200, 38400, 57600, 115200, 4800],
  needsDevice: false,
  manyDevices: true,
  // A frame comes without a pause.
  idleAfter: 60_000,
  framer: () => createKissFramer({ maxBytes, read }),
  own: ({ info, bytes }) => (info === undefined ? 0 : bytes),
  decoder: createDecoder,
});
