import { defineText } from '../../text/text.js';

export const groupsText = defineText('groups', {
  create: 'New group',
  all: 'All groups',
  created: 'Created {name}.',
  name: 'Name',
  description: 'Description',
  devices: 'Devices',
  changed: 'Changed',
  group: 'Group',
  noGroup: 'none',
  empty: 'No groups yet',
  emptyHint: 'A group holds devices for users and notification rules.',
  emptyReader: 'Your account sees no group.',
  noDevices: 'The group has no devices.',
  more: 'and {count, number} more',
  confirmRemove: 'Delete the group {name}? Its devices stay; notification rules and alert rules lose the group.',
});
