import type { Texts } from '../translations.js';

export const counterParts: Texts<'counterParts'> = {
  records: 'registros',
  joined: 'unidas a un registro',
  duplicates: 'repeticiones',
  rejected: 'rechazadas',
  withoutRecord: 'sin registro: {kind}',
  noise: 'ruido',
  tooLong: 'demasiado largas',
  checksum: 'suma de comprobación errónea',
  cut: 'cortadas',
  delimiters: 'entre tramas',
  held: 'a la espera del resto',
};
