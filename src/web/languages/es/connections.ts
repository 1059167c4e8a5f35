import type { Texts } from '../translations.js';

export const connections: Texts<'connections'> = {
  all: 'Todos los puertos',
  title: 'Conexiones de {port}',
  countOne: '1 conexión',
  count: '{count} conexiones',
  pageOne: 'Página {page}: 1 conexión',
  page: 'Página {page}: {count} conexiones',
  pages: 'Páginas',
  previous: 'Anterior',
  next: 'Siguiente',
  address: 'Dirección',
  device: 'Dispositivo',
  connected: 'Conectado',
  lastFrame: 'Última trama',
  received: 'Recibido',
  notIdentified: 'no identificado',
  notRegistered: 'no registrado',
  empty: 'No hay conexiones',
  emptyHint: 'Un localizador aparece aquí en cuanto se conecta o envía.',
  allClosed: 'Las conexiones de esta página están cerradas.',
};
