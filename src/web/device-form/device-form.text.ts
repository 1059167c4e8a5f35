import { defineText } from '../text/text.js';

export const deviceFormText = defineText('deviceForm', {
  id: 'Id',
  idHint: 'IMEI or serial number: letters, digits and . _ : -',
  name: 'Name',
  description: 'Note',
  min: 'Telephone number of the tracker',
  tags: 'Tags',
  tagsHint: 'One per line, such as: plate = 12-AB-3',
  tagsInvalid: 'Write each tag as name = value, one per line.',
  groups: 'Groups',
  dailyLimit: '{units} per day',
  limitHint: 'Empty: no limit. 0: none may be sent.',
  temporary: 'Temporary',
  expires: 'Expires',
  permanent: 'does not expire',
  empty: 'empty',
  changedMeanwhile: 'Another user has changed this meanwhile:',
  nowIs: '{field} is now: {value}',
  overwrite: 'What you typed is still here. Save again to replace it with yours.',
  add: 'Add device',
  added: 'Added {name}.',
  details: 'Details',
  edit: 'Edit',
  group: 'Group',
  limits: 'Limits',
  expireNow: 'Expire now',
  confirmExpire:
    'Expire {name} now? Its license becomes free and new reports are refused until you set another date. Its history stays.',
  confirmRemove:
    'Delete {name}? Its license becomes free, its groups and rules lose it, and its queued commands are canceled. Its history stays on the gateway until retention deletes it; you see it again if the same id is registered again.',
});
