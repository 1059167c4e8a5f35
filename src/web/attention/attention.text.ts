import { defineText } from '../text/text.js';

export const attentionText = defineText('attention', {
  title: 'Alerts that need attention',
  raised: 'Alert: {name}, {device}',
  times: '{count} times, the last one',
  position: 'Show {device} on the map',
  noPosition: 'position unknown',
  note: 'Note',
  noteHint: 'Note (optional)',
  acknowledge: 'Acknowledge',
  acknowledgeOne: 'Acknowledge {name}, {device}',
  more: '{count} more alerts',
  moreThan: 'More than {count} more alerts',
  openCount: '{count} unacknowledged alerts',
  openCountOne: '1 unacknowledged alert',
  sound: 'Sound for alerts',
  soundBlocked: 'Click the page once to allow sound.',
  unacknowledged: 'Not acknowledged',
});
