import { defineProtocol } from '../protocol.js';
import { createDecoder } from './decoder.js';
import { EPOCH_TIMEOUT_MS } from './epoch.js';
import { createNmeaFramer } from './framer.js';

/** GNSS receivers and trackers that send IEC 61162-1 sentences or similar ones. */
export const nmea0183 = defineProtocol({
  name: 'nmea0183',
  baudRates: [9600, 4800, 115200, 38400, 57600, 19200],
  requiresDeviceId: true,
  lineBased: true,
  hasIdLines: true,
  gnssTime: true,
  idleTimeoutMs: EPOCH_TIMEOUT_MS,
  framer: createNmeaFramer,
  signatureBytes: (frame) => frame.signatureBytes,
  decoder: createDecoder,
});
