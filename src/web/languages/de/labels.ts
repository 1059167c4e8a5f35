import type { Texts } from '../translations.js';

export const labels: Texts<'labels'> = {
  title: 'Etiketten',
  print: 'Drucken',
  hint: 'Ein Etikettendrucker druckt eines pro Seite; auf einem Bogen folgen sie aufeinander.',
  code: 'QR-Code von {id}',
};
