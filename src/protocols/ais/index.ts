import { sentenceLength } from '../../framing/sentences.js';
import { EPOCH_TIMEOUT_MS } from '../nmea0183/epoch.js';
import { defineProtocol } from '../protocol.js';
import { createDecoder } from './decoder.js';
import { createAisFramer } from './framer.js';

/** Received (VDM) or own (VDO) messages; NMEA sentences with the own position may occur in between. */
const REPORT = /^[A-Z]{2}VD[MO],/;

/** AIS receivers and base stations (ITU-R M.1371-5, IEC 61162-1): many stations on one port, by MMSI. */
export const ais = defineProtocol({
  name: 'ais',
  baudRates: [38400, 115200, 4800, 9600, 57600, 19200],
  requiresDeviceId: false,
  lineBased: true,
  multiDevice: true,
  ownPosition: true,
  idleTimeoutMs: EPOCH_TIMEOUT_MS,
  supersedes: 'nmea0183',
  framer: createAisFramer,
  signatureBytes: (frame) => (frame.start === '!' && REPORT.test(frame.text) ? sentenceLength(frame) : 0),
  decoder: createDecoder,
});
