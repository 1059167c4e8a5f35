import type { Texts } from '../translations.js';

export const unknown: Texts<'unknown'> = {
  device: 'Id',
  lastSeen: 'Visto',
  since: 'Desde',
  source: 'Origem',
  records: 'Registos',
  dropped: '{count} descartados (memória cheia)',
  position: 'Última posição',
  http: 'HTTP',
  adopt: 'Adotar',
  adoptOf: 'Adotar {id}',
  adoptHint: 'Torna-se um dispositivo com os seus registos e ocupa uma licença.',
  adopted: '{id} adotado; registos: {count}.',
  show: 'Ver dispositivo',
  name: 'Nome',
  forget: 'Esquecer',
  forgetOf: 'Esquecer {id}',
  confirmForget: 'Esquecer {id}? O próximo relatório volta a listá-lo.',
  cancel: 'Cancelar',
  empty: 'Não há dispositivos desconhecidos',
  emptyHint: 'Os localizadores não registados aparecem aqui automaticamente.',
};
