import { defineText } from '../text/text.js';

export const adoptNoteText = defineText('adoptNote', {
  one: '1 new tracker reports and is not registered.',
  many: '{count} new trackers report and are not registered.',
  adopt: 'Adopt',
});
