import { createLineFramer } from '../../framing/lines.js';
import { defineProtocol } from '../protocol.js';
import { createDecoder, textOf } from './decoder.js';
import { isKeepAlive, readReport } from './report.js';
import { readResponse, SECRETS } from './user-commands.js';

/** The settings have up to a kilobyte, and the data of a serial device 500 bytes. */
const MAX_LINE_BYTES = 2_048;
const CR = 0x0d;

const isOwn = (text: string): boolean =>
  readReport(text) !== undefined || isKeepAlive(text) || readResponse(text) !== undefined;

/** Suntech trackers with reports as text (ST300 and related models); not the compressed binary reports. */
export const suntech = defineProtocol({
  name: 'suntech',
  baudRates: [115200, 9600, 19200, 38400, 57600, 4800],
  requiresDeviceId: false,
  lineBased: true,
  secretPattern: SECRETS,
  lineEndByte: CR,
  framer: () => createLineFramer({ maxBytes: MAX_LINE_BYTES }),
  signatureBytes: (line) => (isOwn(textOf(line)) ? line.length + 1 : 0),
  decoder: createDecoder,
});
