import { defineText } from '../../text/text.js';

export const displaysText = defineText('displays', {
  lead: 'A wall screen shows map and alerts, changes nothing, and stays signed in until you remove it here.',
  preview: 'Preview',
  create: 'New wall screen',
  createLink: 'Create its link',
  empty: 'No wall screens yet',
  emptyHint: 'Create one, and open its link once in the browser of the screen.',
  name: 'Name',
  namePlaceholder: 'Gate',
  shows: 'Shows',
  all: 'all devices that you see',
  created: 'Created',
  lastUsed: 'Last used',
  actions: 'Actions',
  remove: 'Remove',
  confirmRemove: 'Remove this wall screen? It is signed out at once.',
  linkOf: 'Link of {name}',
  linkOnce: 'Open it once in the browser of the screen. It is shown only now and is like a password.',
  linkCode: 'QR code of the link of {name}',
});
