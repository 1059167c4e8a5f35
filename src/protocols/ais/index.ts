import { createSentenceFramer, sentenceLength } from '../../framing/sentences.js';
import { defineProtocol } from '../protocol.js';
import { createDecoder } from './decoder.js';

/** What receivers add: signal strength, station, their time (`,d-077,r09STN,1272422678`), or a TAG block. */
const TAIL = /^[,;\\ ][ -~]+$/;

/** What a receiver heard from others (VDM), or sent itself (VDO); its own position may stand between them, in NMEA. */
const REPORT = /^[A-Z]{2}VD[MO],/;

/** Receivers and base stations of ships' AIS (ITU-R M.1371-5, IEC 61162-1): many stations on one port, by their MMSI. */
export const ais = defineProtocol({
  name: 'ais',
  baudRates: [38400, 115200, 4800, 9600, 57600, 19200],
  requiresDeviceId: false,
  multiDevice: true,
  framer: () => createSentenceFramer({ tail: TAIL }),
  signatureBytes: (sentence) => (sentence.start === '!' && REPORT.test(sentence.text) ? sentenceLength(sentence) : 0),
  decoder: createDecoder,
});
