import { createSentenceFramer, sentenceLength } from '../../framing/sentences.js';
import { defineProtocol } from '../protocol.js';
import { createDecoder, ID_LINE } from './decoder.js';

/** Talker and formatter, or a proprietary address; not WPT/1, whose lines have the same form. */
const ADDRESS = /^(?:[A-OQ-Z][A-Z]{4}|P(?!WPT,)[A-Z0-9]{2,8}),/;

/** GNSS receivers and trackers that send IEC 61162-1 sentences or similar ones. */
export const nmea0183 = defineProtocol({
  name: 'nmea0183',
  baudRates: [9600, 4800, 115200, 38400, 57600, 19200],
  requiresDeviceId: true,
  gnssTime: true,
  idleTimeoutMs: 150,
  framer: () => createSentenceFramer({ plain: ID_LINE }),
  signatureBytes: (sentence) => (sentence.start === '$' && ADDRESS.test(sentence.text) ? sentenceLength(sentence) : 0),
  decoder: createDecoder,
});
