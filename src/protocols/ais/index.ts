import { createSentenceFramer } from '../../framing/sentences.js';
import { defineProtocol } from '../protocol.js';
import { createDecoder } from './decoder.js';

/** What receivers add: signal strength, station, their time (`,d-077,r09STN,1272422678`), or a TAG block. */
const tail = /^[,;\\ ][ -~]+$/;

/** Receivers and base stations of ships' AIS (ITU-R M.1371-5, IEC 61162-1): many stations on one port, by their MMSI. */
export const ais = defineProtocol({
  name: 'ais',
  baudRates: [38400, 115200, 4800, 9600, 57600, 19200],
  needsDevice: false,
  manyDevices: true,
  framer: () => createSentenceFramer({ tail }),
  decoder: createDecoder,
});
