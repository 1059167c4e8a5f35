import { defineText } from '../../text/text.js';

export const devicesText = defineText('devices', {
  search: 'Search by name, id, port or tag',
  state: 'State',
  any: 'Any state',
  count: '{count} of {total}',
  name: 'Device',
  lastSeen: 'Last seen',
  port: 'Port',
  expires: 'Expires',
  notTemporary: 'does not expire',
  http: 'over HTTP',
  empty: 'No devices yet',
  emptyHint: 'Connect a tracker, or look under Unknown devices.',
  nothing: 'No device matches the search',
  nothingHint: 'Try a shorter search or another state.',
  id: 'Id',
  groups: 'Groups',
  min: 'Telephone',
  description: 'Note',
  tags: 'Tags',
  columns: 'Columns',
});
