import { defineErrors } from '../../messages/define.js';

/** Why a command cannot be sent. */
export const jsonErrors = defineErrors('protocol.json', {
  commandTooLong: ['validation_failed', '{field} must have at most {limit} bytes as a line of JSON'],
});
