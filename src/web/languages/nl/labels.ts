import type { Texts } from '../translations.js';

export const labels: Texts<'labels'> = {
  title: 'Etiketten',
  print: 'Afdrukken',
  hint: 'Een etiketprinter drukt één etiket per pagina af; op een vel volgen ze elkaar.',
  code: 'QR-code van {id}',
};
