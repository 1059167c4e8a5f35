import { defineText } from '../../text/text.js';

export const unfinishedText = defineText({
  en: {
    title: 'Unfinished trackers',
    hint: 'Their setup was interrupted: plug them into a port in provisioning to finish them.',
    tracker: 'Tracker',
    started: 'Started',
    time: 'Time',
    undoing: 'Undo of a receipt',
    on: 'on {port}',
    change: '{name}: {was} → {is}',
    unknownTime: 'not known',
  },
  es: {
    title: 'Localizadores sin terminar',
    hint: 'Su configuración se interrumpió: conéctelos a un puerto en preparación para terminarla.',
    tracker: 'Localizador',
    started: 'Empezado',
    time: 'Hora',
    undoing: 'Deshacer un comprobante',
    on: 'en {port}',
    change: '{name}: {was} → {is}',
    unknownTime: 'desconocida',
  },
});
