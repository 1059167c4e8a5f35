import type { Texts } from '../translations.js';

export const counterParts: Texts<'counterParts'> = {
  records: 'records',
  joined: 'samengevoegd tot een record',
  duplicates: 'herhalingen',
  rejected: 'afgewezen',
  withoutRecord: 'zonder record: {kind}',
  noise: 'ruis',
  tooLong: 'te lang',
  checksum: 'foute checksum',
  cut: 'afgebroken',
  delimiters: 'tussen frames',
  held: 'wacht op de rest',
};
