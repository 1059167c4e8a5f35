import { defineProtocol } from '../protocol.js';
import { createDecoder } from './decoder.js';
import { createPacketFramer } from './packets.js';

/** Trackers of Concox (Jimi) and others that speak GT06, also its newer messages for 4G. */
export const gt06 = defineProtocol({
  name: 'gt06',
  baudRates: [115200],
  requiresDeviceId: false,
  networkOnly: true,
  framer: createPacketFramer,
  // It is never detected.
  signatureBytes: () => 0,
  decoder: createDecoder,
});
