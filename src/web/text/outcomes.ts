import { defineText } from './text.js';

/** Outcomes and steps of provisioning. */
export const outcomeText = defineText('outcome', {
  verified: 'Verified',
  unchanged: 'Already correct',
  failed: 'Failed',
  interrupted: 'Interrupted',
  undone: 'Undone',
  differs: 'Would change',
  waiting: 'Waiting for a tracker',
  identify: 'Identifying',
  license: 'Checking the license',
  read: 'Reading its settings',
  write: 'Writing settings',
  'read back': 'Reading back',
  register: 'Registering',
  undo: 'Restoring the previous settings',
  done: 'Done',
});
