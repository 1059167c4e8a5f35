import { defineText } from '../text/text.js';

export const adoptNoteText = defineText('adoptNote', {
  waiting:
    '{count, plural, one {# new tracker reports and is not registered} other {# new trackers report and are not registered}}.',
  adopt: 'Adopt',
});
