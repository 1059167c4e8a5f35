import type { Texts } from '../translations.js';

export const counterParts: Texts<'counterParts'> = {
  records: 'registos',
  joined: 'unidas a um registo',
  duplicates: 'repetições',
  rejected: 'rejeitadas',
  withoutRecord: 'sem registo: {kind}',
  noise: 'ruído',
  tooLong: 'demasiado longas',
  checksum: 'soma de verificação errada',
  cut: 'cortadas',
  delimiters: 'entre tramas',
  held: 'à espera do resto',
};
