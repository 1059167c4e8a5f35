import { createSentenceFramer, lengthOf } from '../../framing/sentences.js';
import { defineProtocol } from '../protocol.js';
import { createDecoder } from './decoder.js';
import { idLine } from './ids.js';

/** Talkers that stand for a constellation or several, or an integrated navigation (IEC 61162-1, NMEA 0183 4.11). */
const position = /^(?:G[ABILNPQ]|BD|PQ|QZ|I[IN])[A-Z]{3},/;

/** GNSS receivers and trackers that speak IEC 61162-1 and the like. */
export const nmea0183 = defineProtocol({
  name: 'nmea0183',
  baudRates: [9600, 4800, 115200, 38400, 57600, 19200],
  needsDevice: true,
  idleAfter: 150,
  framer: () => createSentenceFramer({ plain: idLine }),
  own: (sentence) => (sentence.start === '$' && position.test(sentence.text) ? lengthOf(sentence) : 0),
  decoder: createDecoder,
});
