import { defineText } from '../text/text.js';

export const deviceChooserText = defineText('deviceChooser', {
  search: 'Search by name, id, tag or port',
  which: 'Shown devices',
  any: 'All devices',
  chosen: 'Selected',
  others: 'Others',
  count: '{chosen, number} selected · {found, number} listed',
  addFound: 'Select all listed',
  dropFound: 'Deselect all listed',
  none: 'No devices yet',
  nothing: 'No matches',
  more: 'Show more ({count})',
});
