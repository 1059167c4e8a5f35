import { createSentenceFramer, lengthOf } from '../../framing/sentences.js';
import { defineProtocol } from '../protocol.js';
import { createDecoder } from './decoder.js';
import { idLine } from './ids.js';

/** Talker and formatter, or a maker's own; those of Waypost's trackers stand in the same form. */
const address = /^(?:[A-OQ-Z][A-Z]{4}|P(?!WPT,)[A-Z0-9]{2,8}),/;

/** GNSS receivers and trackers that speak IEC 61162-1 and the like. */
export const nmea0183 = defineProtocol({
  name: 'nmea0183',
  baudRates: [9600, 4800, 115200, 38400, 57600, 19200],
  needsDevice: true,
  satelliteTime: true,
  idleAfter: 150,
  framer: () => createSentenceFramer({ plain: idLine }),
  own: (sentence) => (sentence.start === '$' && address.test(sentence.text) ? lengthOf(sentence) : 0),
  decoder: createDecoder,
});
