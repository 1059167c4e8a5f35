import { defineErrors, defineMessages } from '../../messages/define.js';

/** Why the frames of a receiver give no locations. */
export const ubxMessages = defineMessages('protocol.ubx', {
  noPosition: 'the u-blox receiver does not send NAV-PVT: switch it on, which provisioning can do',
  undated:
    'the u-blox receiver sends positions without a date: switch on NAV-PVT, which provisioning can do, or NAV-TIMEUTC',
  noFix: 'the u-blox receiver has no satellite fix: check the antenna and its view of the sky',
});

const NO_REPLY = 'check that the receiver is on, the baud rate matches, and UBX in and UBX out are enabled';
const RETRY = 'the settings may have been written: try again';

/** Why a receiver cannot be set up. */
export const ubxErrors = defineErrors('protocol.ubx', {
  noReply: ['no_answer', `no reply to {command}: ${NO_REPLY}`],
  noReplyToWrite: ['no_answer', `no reply to {command}: ${NO_REPLY}; ${RETRY}`],
  noReplyAt: ['no_answer', `no reply to {command}, then at {speed} bit/s: ${NO_REPLY}; ${RETRY}`],
  noReplyAtBoth: ['no_answer', `no reply to {command}, then at {speed} and {other} bit/s: ${NO_REPLY}; ${RETRY}`],
  otherSpeed: ['no_answer', 'no reply at {to} bit/s after {command}, but at {actual} bit/s: try again'],
  unreadable: [
    'garbled',
    'unreadable reply to {command}: check that the port has a u-blox receiver and no other device',
  ],
  tooOld: [
    'refused',
    '{name} ({detail}) cannot be set up by Waypost: CFG-VALSET needs protocol version {needed} (u-blox 9 and later), but the receiver has {version}: use u-center instead',
  ],
  muchTooOld: [
    'refused',
    '{name} ({detail}) cannot be set up by Waypost: CFG-VALSET needs protocol version {needed} (u-blox 9 and later), but the receiver has a version below 15: use u-center instead',
  ],
  noChipId: ['refused', '{name} ({detail}) does not report its chip id (SEC-UNIQID): update its firmware'],
  unsupported: ['refused', 'receiver rejected {command}: its firmware does not support all of these settings'],
  rejected: [
    'refused',
    'receiver rejected {command} and changed nothing: its firmware does not support a setting, a value is out of range, or its configuration is locked (CFG-SEC-CFG_LOCK): remove the setting or unlock the receiver',
  ],
  noSetting: ['refused', 'nothing was sent: no setting {setting}: use one of {settings}'],
  notBoolean: ['refused', 'nothing was sent: {setting} cannot be {detail}: expected true or false'],
  notOneOf: ['refused', 'nothing was sent: {setting} cannot be {detail}: expected {allowed}'],
  notWhole: [
    'refused',
    'nothing was sent: {setting} cannot be {detail}: expected a whole number from {minimum} to {maximum}',
  ],
});
