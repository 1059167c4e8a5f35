import type { Texts } from '../translations.js';

export const deviceChooser: Texts<'deviceChooser'> = {
  search: 'Procurar por nome, id, atributo ou porta',
  which: 'Dispositivos mostrados',
  any: 'Todos os dispositivos',
  chosen: 'Selecionados',
  others: 'Outros',
  count: '{chosen} selecionados · {found} na lista',
  addFound: 'Selecionar toda a lista',
  dropFound: 'Desmarcar toda a lista',
  none: 'Ainda não há dispositivos',
  nothing: 'Sem resultados',
  more: 'Mostrar mais ({count})',
};
