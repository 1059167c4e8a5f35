import { defineText } from '../../text/text.js';

export const connectionsText = defineText('connections', {
  all: 'All ports',
  title: 'Connections of {port}',
  count: '{count, plural, one {# connection} other {# connections}}',
  page: 'Page {page}: {count, plural, one {# connection} other {# connections}}',
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  address: 'Address',
  device: 'Device',
  connected: 'Connected',
  lastFrame: 'Last frame',
  received: 'Received',
  notIdentified: 'not identified',
  notRegistered: 'not registered',
  empty: 'No connections',
  emptyHint: 'A tracker appears here as soon as it connects or sends.',
  allClosed: 'The connections of this page are closed.',
});
