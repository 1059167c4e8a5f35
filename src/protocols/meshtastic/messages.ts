import { defineErrors } from '../../messages/define.js';

/** Why a text cannot be sent to a node. */
export const meshtasticErrors = defineErrors('protocol.meshtastic', {
  noNode: ['conflict', 'device {device} is no node of a mesh: its id is not a node number'],
  commandText: ['validation_failed', '{field} must be UTF-8 text of at most {limit} bytes for meshtastic'],
});

const MANAGED =
  'a managed node (security.is_managed) rejects settings over serial; its administrator has to change that';

/** Why a node cannot be set up. */
export const nodeErrors = defineErrors('protocol.meshtastic', {
  unreadable: ['garbled', 'unreadable reply to {command}: nothing more was changed, try again'],
  rejected: ['refused', `node rejected {command} with routing error {error}: ${MANAGED}`],
  noReply: ['no_answer', `no reply to {command} within {seconds} s: ${MANAGED}`],
  rebooted: ['no_answer', 'node rebooted instead of replying to {command}: uncommitted changes are lost, try again'],
  silent: [
    'no_answer',
    'no reply from a Meshtastic node to {attempts} requests within {seconds} s each: check that it is on, that the cable carries data, that its serial console is enabled, and that no app is connected, not even by Bluetooth',
  ],
  incomplete: [
    'garbled',
    'incomplete reply from a Meshtastic node to {attempts} requests: expected its number, its firmware and the end: check that no other program queries it, and that its firmware is not too old',
  ],
  otherNode: ['refused', 'expected node {expected}, but {actual} is connected now: start again'],
  noSetting: ['refused', 'no setting {setting}: use one of {settings}'],
  notBoolean: ['refused', '{setting} must be true or false'],
  notWhole: ['refused', '{setting} must be a whole number from 0 to {maximum}'],
  notText: ['refused', '{setting} must be text'],
  notVisible: ['refused', '{setting} must be visible text without control characters and unpaired surrogates'],
  tooLong: ['refused', '{setting} must have at most {limit} bytes of UTF-8, not {bytes}: the node would truncate it'],
});
