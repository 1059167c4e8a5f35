import type { Texts } from '../translations.js';

export const labels: Texts<'labels'> = {
  title: 'Étiquettes',
  print: 'Imprimer',
  hint: 'Une imprimante d’étiquettes en imprime une par page ; sur une feuille, elles se suivent.',
  code: 'QR code de {id}',
};
