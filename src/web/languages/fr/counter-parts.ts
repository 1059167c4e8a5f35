import type { Texts } from '../translations.js';

export const counterParts: Texts<'counterParts'> = {
  records: 'enregistrements',
  joined: 'jointes à un enregistrement',
  duplicates: 'répétitions',
  rejected: 'rejetées',
  withoutRecord: 'sans enregistrement : {kind}',
  noise: 'bruit',
  tooLong: 'trop longues',
  checksum: 'somme de contrôle erronée',
  cut: 'tronquées',
  delimiters: 'entre les trames',
  held: 'en attente de la suite',
};
