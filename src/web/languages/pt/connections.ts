import type { Texts } from '../translations.js';

export const connections: Texts<'connections'> = {
  all: 'Todas as portas',
  title: 'Conexões de {port}',
  countOne: '1 conexão',
  count: '{count} conexões',
  pageOne: 'Página {page}: 1 conexão',
  page: 'Página {page}: {count} conexões',
  pages: 'Páginas',
  previous: 'Anterior',
  next: 'Seguinte',
  address: 'Endereço',
  device: 'Dispositivo',
  connected: 'Conectado',
  lastFrame: 'Última trama',
  received: 'Recebido',
  notIdentified: 'não identificado',
  notRegistered: 'não registado',
  empty: 'Não há conexões',
  emptyHint: 'Um localizador aparece aqui assim que se conecta ou envia.',
  allClosed: 'As conexões desta página estão fechadas.',
};
