import { defineErrors } from '../../messages/define.js';

/** Why a command cannot be sent. */
export const wptErrors = defineErrors('protocol.wpt', {
  commandText: ['validation_failed', '{field} must be UTF-8 text: wpt carries no other bytes'],
  commandTooLong: [
    'validation_failed',
    '{field} is {bytes} bytes too long for wpt: a line has at most {limit} bytes, and reserved characters take three',
  ],
  noHello: ['unavailable', 'the tracker sent no HEL since its port was opened: try again when it has reported'],
});

/** Why a tracker cannot be set up. */
export const wptSetupErrors = defineErrors('protocol.wpt', {
  noHelloReply: [
    'no_answer',
    'no HEL in reply to IDN: check that the tracker is on, connected to this port and uses its baud rate',
  ],
  badResult: ['garbled', 'reply to {command}: expected RES OK or RES ERR, got RES {reply}'],
  rejected: ['refused', 'tracker rejected {command}: {reply}'],
  rejectedSilently: ['refused', 'tracker rejected {command}: no reason given'],
  noReply: [
    'no_answer',
    'no reply to {command}: a RES was expected; check that the tracker is on and the cable is connected',
  ],
  noBaudRate: ['garbled', 'no VAL for baud in the reply to GET: its current baud rate is unknown'],
  keyNeeded: [
    'refused',
    'the tracker requires its key (AUTH), and the given ones do not match: pass its current key as `key`',
  ],
  notConfirmed: ['garbled', 'commit not confirmed: expected cfg={digest} in HEL, got {actual}: try again'],
  notConfirmedByAny: ['garbled', 'commit not confirmed: expected cfg={digest} in HEL, got none: try again'],
  lost: [
    'no_answer',
    'no HEL from the tracker after the commit (COM): power-cycle it and try again; it has either all new settings or none',
  ],
  reverted: [
    'no_answer',
    'no HEL from the tracker after the commit (COM) at {to} baud; it is back at {from} baud with its previous settings: check that cable and converter support {to} baud',
  ],
  lostAtBoth: [
    'no_answer',
    'no HEL from the tracker after the commit (COM) at {to} baud; nor at {from} baud: power-cycle it and try again; it has either all new settings or none',
  ],
  version: ['garbled', 'WPT version: expected {expected}, got {actual}: update the firmware'],
  noVersion: ['garbled', 'WPT version: expected {expected}, got none: update the firmware'],
  deviceId: ['garbled', 'device id: expected up to 64 of A-Z a-z 0-9 . _ : -, got {reply}'],
  hardwareId: ['garbled', 'hardware id: expected hw= in HEL with up to 64 of A-Z a-z 0-9 . _ : -, got {reply}'],
});
