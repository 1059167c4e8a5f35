import { defineErrors } from '../../messages/define.js';

/** Why a command is not queued or canceled. */
export const commandErrors = defineErrors('command', {
  notFound: ['not_found', 'command {id} not found'],
  deviceExpired: ['device_expired', 'device {id} has expired'],
  smsDoesNotWait: ['validation_failed', '{field} must be omitted with sms: an SMS waits in the outbox'],
  smsIsText: ['validation_failed', '{field} must be UTF-8 text to be sent as an SMS'],
  noTelephoneNumber: ['conflict', 'device {id} has no telephone number: set its min'],
  invalidTelephoneNumber: [
    'conflict',
    'min of device {id} is not a telephone number: set + and 3 to 15 digits, like +34600111222, or as dialed within the country',
  ],
  tooManyOfDevice: ['limit_reached', '{count} commands wait for device {id}: cancel one, or try again later'],
  tooMany: ['limit_reached', '{limit} commands wait for devices: cancel one, or try again later'],
  ahead: [
    'conflict',
    'command {ahead} waits for the next report of device {id}: cancel it, or set waitMinutes to wait behind it',
  ],
  notQueued: ['conflict', 'command {id} is {state}: only queued commands can be canceled'],
  noPort: ['unavailable', 'device {id} has not reported on any port yet'],
});
