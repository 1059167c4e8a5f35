import type { Texts } from '../translations.js';

export const unfinished: Texts<'unfinished'> = {
  title: 'Localizadores sin terminar',
  hint: 'Su configuración se interrumpió: conéctelos a un puerto en preparación para terminarla.',
  tracker: 'Localizador',
  started: 'Empezado',
  time: 'Hora',
  undoing: 'Deshacer un comprobante',
  on: 'en {port}',
  change: '{name}: {was} → {is}',
  unknownTime: 'desconocida',
};
