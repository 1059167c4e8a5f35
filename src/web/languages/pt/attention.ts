import type { Texts } from '../translations.js';

export const attention: Texts<'attention'> = {
  title: 'Alertas que requerem atenção',
  raised: 'Alerta: {name}, {device}',
  times: '{count} vezes, a última',
  position: 'Ver {device} no mapa',
  noPosition: 'posição desconhecida',
  note: 'Nota',
  noteHint: 'Nota (opcional)',
  acknowledge: 'Confirmar',
  acknowledgeOne: 'Confirmar {name}, {device}',
  more: 'mais {count} alertas',
  moreThan: 'Mais de {count} outros alertas',
  openCount: '{count} alertas por confirmar',
  openCountOne: '1 alerta por confirmar',
  sound: 'Som dos alertas',
  soundBlocked: 'Clique uma vez na página para permitir o som.',
  unacknowledged: 'Por confirmar',
};
