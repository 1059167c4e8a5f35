import { defineProtocol } from '../protocol.js';
import { createDecoder, isPositionReport } from './decoder.js';
import { createTaipFramer } from './framer.js';

const DELIMITER_BYTES = 2;
/** `<` */
const END = 0x3c;
/** A tracker that is silent for so long may only report when it is asked. */
const QUERY_AFTER_MS = 10_000;

/**
 * Trimble ASCII Interface Protocol: GPS receivers of vehicles, vehicle routers and trackers. Nothing is written to a port
 * unless the configuration allows it; at a listener, numbered sentences are acknowledged.
 */
export const taip = defineProtocol({
  name: 'taip',
  baudRates: [4800, 9600, 38400, 115200, 19200, 57600],
  requiresDeviceId: false,
  lineEndByte: END,
  idleTimeoutMs: QUERY_AFTER_MS,
  framer: createTaipFramer,
  signatureBytes: ({ text }) => (isPositionReport(text) ? text.length + DELIMITER_BYTES : 0),
  decoder: createDecoder,
});
