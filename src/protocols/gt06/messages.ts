import { defineErrors } from '../../messages/define.js';

/** Why a command cannot be sent. */
export const gt06Errors = defineErrors('protocol.gt06', {
  commandText: [
    'validation_failed',
    '{field} must be 1 to {limit} printable ASCII characters for gt06, as in an SMS to the tracker, such as STATUS#',
  ],
  noLogin: ['unavailable', 'the tracker sent no login since it connected: try again when it has reported'],
  otherTracker: ['conflict', 'the tracker on this connection is {actual}, not {expected}'],
});
