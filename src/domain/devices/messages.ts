import { defineErrors } from '../../messages/define.js';

/** Why a device is not taken. */
export const deviceInputErrors = defineErrors('deviceInput', {
  noExpiry: ['validation_failed', '{field} is missing: a temporary device needs an expiry date'],
  twoExpiries: ['validation_failed', '{field} and /limits/expires must agree: they are the same value'],
});
