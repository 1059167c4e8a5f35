import { defineText } from '../../text/text.js';

export const commandText = defineText('command', {
  title: 'Send command',
  command: 'Command',
  format: 'Format',
  Text: 'Text',
  Hex: 'Hexadecimal bytes',
  Base64: 'Base64',
  sms: 'Send as an SMS',
  wait: 'If the tracker is not connected, wait (minutes)',
  send: 'Send',
  sending: 'Sending…',
  none: 'No commands yet.',
  stateQueued: 'Waiting',
  stateSending: 'Sending',
  stateDone: 'Done',
  stateFailed: 'Failed',
  stateUncertain: 'Uncertain',
  stateExpired: 'Expired',
  stateCanceled: 'Canceled',
});
