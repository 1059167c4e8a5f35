import { defineErrors } from '../../messages/define.js';

/** Why a command cannot be sent. */
export const teltonikaErrors = defineErrors('protocol.teltonika', {
  noLogin: ['unavailable', 'the tracker has not logged in yet: try again'],
  otherTracker: ['conflict', 'device {device} is not on this connection'],
});
