import type { Texts } from '../translations.js';

export const attention: Texts<'attention'> = {
  title: 'Alertas que requieren atención',
  raised: 'Alerta: {name}, {device}',
  times: '{count} veces, la última',
  position: 'Ver {device} en el mapa',
  noPosition: 'posición desconocida',
  note: 'Nota',
  noteHint: 'Nota (opcional)',
  acknowledge: 'Confirmar',
  acknowledgeOne: 'Confirmar {name}, {device}',
  more: '{count} alertas más',
  moreThan: 'Más de {count} alertas más',
  openCount: '{count} alertas sin confirmar',
  openCountOne: '1 alerta sin confirmar',
  sound: 'Sonido de las alertas',
  soundBlocked: 'Pulse una vez en la página para oír las alertas.',
  unacknowledged: 'Sin confirmar',
};
