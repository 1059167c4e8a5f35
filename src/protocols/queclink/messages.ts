import { defineErrors, defineMessages } from '../../messages/define.js';

/** Why the reply to a command cannot be recognized. */
export const queclinkMessages = defineMessages('protocol.queclink', {
  acknowledgementUnknown:
    'its acknowledgement can be recognized only for AT+GT…=…, with a serial number of four hexadecimal digits at the end',
});

/** Why a tracker cannot be set up. */
export const queclinkErrors = defineErrors('protocol.queclink', {
  otherLayout: [
    'garbled',
    "section {section} has {count} fields in another layout than that of a GL300: if the connection is noisy, try again; if the model has its own layout, use the manufacturer's tool",
  ],
  passwordForm: ['refused', 'invalid `password`: expected four to six letters or digits'],
  noVersion: ['garbled', 'no GTVER with type and firmware after AT+GTRTO was acknowledged: try again'],
  silent: [
    'no_answer',
    'no reply to AT+GTRTO with the given password: check that the tracker is on, the baud rate matches and `password` is right',
  ],
  silentToFactory: [
    'no_answer',
    'no reply to AT+GTRTO with the factory passwords ({passwords}): check that the tracker is on, the baud rate matches and `password` is right',
  ],
  otherPassword: [
    'no_answer',
    'tracker {tracker} sends reports, but rejects AT+GTRTO with the given password: pass its password as `password`',
  ],
  noFactoryPassword: [
    'no_answer',
    'tracker {tracker} sends reports, but rejects AT+GTRTO with the factory passwords ({passwords}): pass its password as `password`',
  ],
  noSection: [
    'garbled',
    'section {section} of tracker {tracker}: no GTALS after AT+GTRTO was acknowledged: try again, or the model has no such section',
  ],
  sectionUnanswered: [
    'no_answer',
    'section {section} of tracker {tracker}: no reply to AT+GTRTO: check that the tracker is on and connected, then try again',
  ],
  readingsDiffer: ['garbled', 'section {section}: two readings differ, the connection is noisy: try again'],
  notAcknowledged: [
    'no_answer',
    'tracker {tracker} did not acknowledge AT+GT{section}: it does not reply to values that it rejects, or it is off: read its settings and try again',
  ],
});
