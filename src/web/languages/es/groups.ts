import type { Texts } from '../translations.js';

export const groups: Texts<'groups'> = {
  create: 'Grupo nuevo',
  all: 'Todos los grupos',
  created: 'Creado {name}.',
  name: 'Nombre',
  description: 'Descripción',
  devices: 'Dispositivos',
  changed: 'Modificado',
  group: 'Grupo',
  noGroup: 'ninguno',
  empty: 'Aún no hay grupos',
  emptyHint: 'Un grupo reúne dispositivos para usuarios y reglas de aviso.',
  emptyReader: 'Su cuenta no ve ningún grupo.',
  noDevices: 'El grupo no tiene dispositivos.',
  more: 'y {count} más',
  confirmRemove:
    '¿Eliminar el grupo {name}? Sus dispositivos se quedan; las reglas de aviso y de alerta pierden el grupo.',
};
