import type { Texts } from '../translations.js';

export const labels: Texts<'labels'> = {
  title: 'Etiquetas',
  print: 'Imprimir',
  hint: 'Una impresora de etiquetas imprime una por página; en una hoja van seguidas.',
  code: 'Código QR de {id}',
};
