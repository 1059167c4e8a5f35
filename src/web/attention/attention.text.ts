import { defineText } from '../text/text.js';

export const attentionText = defineText('attention', {
  title: 'Alerts that need attention',
  raised: 'Alert: {name}, {device}',
  times: '{count, plural, one {# time} other {# times}}, the last one',
  position: 'Show {device} on the map',
  noPosition: 'position unknown',
  note: 'Note',
  noteHint: 'Note (optional)',
  acknowledge: 'Acknowledge',
  acknowledgeOne: 'Acknowledge {name}, {device}',
  more: '{count, plural, one {# more alert} other {# more alerts}}',
  moreThan: 'More than {count, plural, one {# more alert} other {# more alerts}}',
  openCount: '{count, plural, one {# unacknowledged alert} other {# unacknowledged alerts}}',
  sound: 'Sound for alerts',
  soundBlocked: 'Click the page once to allow sound.',
  unacknowledged: 'Not acknowledged',
});
