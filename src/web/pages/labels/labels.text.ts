import { defineText } from '../../text/text.js';

export const labelsText = defineText('labels', {
  title: 'Labels',
  print: 'Print',
  hint: 'A label printer prints one label per page; on a sheet, they follow one another.',
  code: 'QR code of {id}',
});
