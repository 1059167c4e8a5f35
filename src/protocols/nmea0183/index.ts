import { createSentenceFramer } from '../../framing/sentences.js';
import { defineProtocol } from '../protocol.js';
import { createDecoder } from './decoder.js';
import { idLine } from './ids.js';

/** GNSS receivers and trackers that speak IEC 61162-1 and the like. */
export const nmea0183 = defineProtocol({
  name: 'nmea0183',
  baudRates: [9600, 4800, 115200, 38400, 57600, 19200],
  needsDevice: true,
  idleAfter: 150,
  framer: () => createSentenceFramer({ plain: idLine }),
  decoder: createDecoder,
});
