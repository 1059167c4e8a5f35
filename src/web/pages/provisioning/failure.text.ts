import { defineText } from '../../text/text.js';

/** The API's codes for why provisioning failed. */
export const failureText = defineText('failure', {
  lost: 'Connection lost',
  no_answer: 'No reply from the tracker',
  garbled: 'Unreadable reply from the tracker',
  refused: 'Refused by the tracker',
  mismatch: 'Other settings read back',
  unsupported: 'Setting not supported',
  conflict: 'Conflict',
  forbidden: 'Not allowed',
  not_found: 'Not found',
  limit_reached: 'Limit reached',
  no_license: 'No license free',
  validation_failed: 'Invalid settings',
  store_unavailable: 'Not stored',
  wrong_protocol: 'Wrong tracker',
  internal: 'Internal error',
});
