import type { Texts } from '../translations.js';

export const devices: Texts<'devices'> = {
  search: 'Buscar por nombre, id, puerto o etiqueta',
  state: 'Estado',
  any: 'Cualquier estado',
  count: '{count} de {total}',
  name: 'Dispositivo',
  lastSeen: 'Última señal',
  port: 'Puerto',
  expires: 'Caduca',
  notTemporary: 'no caduca',
  http: 'por HTTP',
  empty: 'Aún no hay dispositivos',
  emptyHint: 'Conecte un localizador o mire en Desconocidos.',
  nothing: 'Ningún dispositivo coincide',
  nothingHint: 'Pruebe una búsqueda más corta u otro estado.',
  id: 'Id',
  groups: 'Grupos',
  min: 'Teléfono',
  description: 'Nota',
  tags: 'Etiquetas',
  columns: 'Columnas',
};
