import type { Texts } from '../translations.js';

export const unfinished: Texts<'unfinished'> = {
  title: 'Localizadores por concluir',
  hint: 'A sua configuração foi interrompida: conecte-os a uma porta em preparação para a concluir.',
  tracker: 'Localizador',
  started: 'Início',
  time: 'Hora',
  undoing: 'Desfazer um comprovativo',
  on: 'em {port}',
  change: '{name}: {was} → {is}',
  unknownTime: 'desconhecida',
};
