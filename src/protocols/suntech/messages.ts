import { defineMessages } from '../../messages/define.js';

/** Why the reply to a command cannot be recognized. */
export const suntechMessages = defineMessages('protocol.suntech', {
  responseUnknown: 'its response can be recognized only for ST300…;<device id>;02;…',
  statusReport: 'the tracker responds with a status report',
});
