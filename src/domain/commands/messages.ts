import { defineErrors, defineMessages } from '../../messages/define.js';

/** Why a command is not taken. */
export const commandInputErrors = defineErrors('commandInput', {
  empty: ['validation_failed', '{field} must not be empty'],
  tooLong: ['validation_failed', '{field} must have at most {limit} bytes, not {bytes}'],
  halfCharacter: ['validation_failed', '{field} must be valid Unicode text: a surrogate is unpaired'],
  notHex: ['validation_failed', '{field} must be bytes of two hexadecimal digits each, like 0A 1B 2C'],
  notBase64: ['validation_failed', '{field} must be Base64 with its padding, like SGVsbG8='],
});

/** What became of a command that the gateway settled. */
export const commandMessages = defineMessages('command', {
  interrupted: 'the gateway stopped while sending it: the tracker may have received it',
  notSent: 'the gateway stopped, or its store failed, before it was sent: nothing was written',
  tooLate: 'the device did not report in time: nothing was written',
  canceled: 'canceled before it was sent: nothing was written',
  deviceRemoved: 'the device was removed: nothing was sent',
  behind: "waits for earlier commands of the device: GET /api/commands/'{'id'}' shows its result",
  underWay: "being sent: GET /api/commands/'{'id'}' shows its result",
  waits: 'waits for the next report of the device, until {until}',
});
