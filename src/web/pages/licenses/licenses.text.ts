import { defineText } from '../../text/text.js';

export const licensesText = defineText('licenses', {
  total: 'Total',
  used: 'In use',
  available: 'Free',
  overUse: 'Over the limit',
  bar: 'Licenses in use',
  rule: 'Each device takes one license until it expires or is deleted.',
  allUsed: 'All licenses are in use',
  allUsedHint: 'Registered devices keep working; reports of new ones wait under Unknown devices.',
  overUseHint:
    '{count, plural, one {# license more than the total is in use: its device keeps it} other {# licenses more than the total are in use: their devices keep them}}, but no new one is issued.',
  expireDevice: 'Give a device that is not needed an expiry date, or delete it.',
  raiseTotal: 'Raise the number of licenses in the settings.',
  toDevices: 'Go to devices',
  usedBy: 'Used by',
  group: 'Group',
  active: 'With a license',
  expired: 'Expired',
  noGroup: 'no group',
  severalGroups: 'A device in several groups counts in each of them.',
  restricted: 'Only devices that your account sees are counted.',
  unused: 'No license is in use',
  unusedHint: 'Each registered device takes one.',
  becomingFree: 'Becoming free in the next {days} days',
  noneFree: 'None: no device expires in that time.',
  next: 'Next to expire',
});
