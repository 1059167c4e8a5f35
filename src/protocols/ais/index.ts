import { createSentenceFramer, sentenceLength } from '../../framing/sentences.js';
import { defineProtocol } from '../protocol.js';
import { createDecoder } from './decoder.js';

/** Suffixes added by receivers: signal strength, station, time (`,d-077,r09STN,1272422678`), or a TAG block. */
const TAIL = /^[,;\\ ][ -~]+$/;

/** Received (VDM) or own (VDO) messages; NMEA sentences with the own position may occur in between. */
const REPORT = /^[A-Z]{2}VD[MO],/;

/** AIS receivers and base stations (ITU-R M.1371-5, IEC 61162-1): many stations on one port, by MMSI. */
export const ais = defineProtocol({
  name: 'ais',
  baudRates: [38400, 115200, 4800, 9600, 57600, 19200],
  requiresDeviceId: false,
  multiDevice: true,
  framer: () => createSentenceFramer({ tail: TAIL }),
  signatureBytes: (sentence) => (sentence.start === '!' && REPORT.test(sentence.text) ? sentenceLength(sentence) : 0),
  decoder: createDecoder,
});
