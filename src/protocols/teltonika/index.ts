import { defineProtocol } from '../protocol.js';
import { createDecoder } from './decoder.js';
import { createDatagramFramer, createStreamFramer } from './framer.js';

/** Teltonika trackers with codec 8, 8 Extended or 16, over TCP or UDP. */
export const teltonika = defineProtocol({
  name: 'teltonika',
  baudRates: [115200],
  requiresDeviceId: false,
  acknowledges: true,
  networkOnly: true,
  // A packet that is not complete by then is given up; its tracker sends it again.
  idleTimeoutMs: 60_000,
  framer: ({ isDatagram }) => (isDatagram === true ? createDatagramFramer() : createStreamFramer()),
  // It is never detected.
  signatureBytes: () => 0,
  decoder: createDecoder,
});
