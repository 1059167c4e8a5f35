import type { Texts } from '../translations.js';

export const counterParts: Texts<'counterParts'> = {
  records: 'Datensätze',
  joined: 'zu einem Datensatz vereint',
  duplicates: 'Wiederholungen',
  rejected: 'abgelehnt',
  withoutRecord: 'ohne Datensatz: {kind}',
  noise: 'Rauschen',
  tooLong: 'zu lang',
  checksum: 'falsche Prüfsumme',
  cut: 'abgeschnitten',
  delimiters: 'zwischen Frames',
  held: 'wartet auf den Rest',
};
