import type { Texts } from '../translations.js';

export const labels: Texts<'labels'> = {
  title: 'Etiquetas',
  print: 'Imprimir',
  hint: 'Uma impressora de etiquetas imprime uma por página; numa folha, seguem-se umas às outras.',
  code: 'Código QR de {id}',
};
