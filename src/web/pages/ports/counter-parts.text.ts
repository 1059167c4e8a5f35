import { defineText } from '../../text/text.js';

export const counterPartsText = defineText('counterParts', {
  records: 'records',
  joined: 'joined to a record',
  duplicates: 'repeats',
  rejected: 'rejected',
  withoutRecord: 'without a record: {kind}',
  noise: 'noise',
  tooLong: 'too long',
  checksum: 'bad checksum',
  cut: 'cut off',
  delimiters: 'between frames',
  held: 'waiting for the rest',
});
