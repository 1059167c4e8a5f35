import { defineText } from '../../text/text.js';

export const unfinishedText = defineText('unfinished', {
  title: 'Unfinished trackers',
  hint: 'Their setup was interrupted: plug them into a port in provisioning to finish them.',
  tracker: 'Tracker',
  started: 'Started',
  time: 'Time',
  undoing: 'Undo of a receipt',
  on: 'on {port}',
  change: '{name}: {was} → {is}',
  unknownTime: 'not known',
});
