import { defineProtocol } from '../protocol.js';
import { createDecoder } from './decoder.js';
import { createReportFramer } from './framer.js';
import { provision } from './provision.js';
import { readReport } from './report.js';

/** Passwords in commands (current, new, network, SIM) and in settings that are read back. */
const SECRETS =
  /(?<=AT\+GT[A-Z]{3}=)[^,$]+|(?<=AT\+GT(?:CFG=|PIN=[^,$]*,|BSI=(?:[^,$]*,){2})[^,$]*,)[^,$]+|(?<=,(?:CFG|BSI,[^,$]*,[^,$]*),)[^,$]+/g;

/** Commands, and the settings that are read back. */
const DIALOGUE = /AT\+GT[^$\r\n]*|\+(?:RESP|BUFF):GTAL[LSMC],[^$\r\n]*/g;
const DOLLAR = 0x24;

/** Queclink trackers with @Track in ASCII, not the newer syntax with AT@ commands and binary reports. */
export const queclink = defineProtocol({
  name: 'queclink',
  baudRates: [115200, 9600, 57600, 38400, 19200, 4800],
  requiresDeviceId: false,
  acknowledges: true,
  secretPattern: SECRETS,
  dialoguePattern: DIALOGUE,
  lineEndByte: DOLLAR,
  provision,
  framer: createReportFramer,
  signatureBytes: (text) => (readReport(text) === undefined ? 0 : text.length + 1),
  decoder: createDecoder,
});
