import type { Texts } from '../translations.js';

export const devices: Texts<'devices'> = {
  search: 'Procurar por nome, id, porta ou atributo',
  state: 'Estado',
  any: 'Qualquer estado',
  count: '{count} de {total}',
  name: 'Dispositivo',
  lastSeen: 'Visto',
  port: 'Porta',
  expires: 'Expira',
  notTemporary: 'não expira',
  http: 'por HTTP',
  empty: 'Ainda não há dispositivos',
  emptyHint: 'Conecte um localizador, ou veja em Desconhecidos.',
  nothing: 'Nenhum dispositivo corresponde à procura',
  nothingHint: 'Tente uma procura mais curta ou outro estado.',
  id: 'Id',
  groups: 'Grupos',
  min: 'Telefone',
  description: 'Nota',
  tags: 'Atributos',
  columns: 'Colunas',
};
