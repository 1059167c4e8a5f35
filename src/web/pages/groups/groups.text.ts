import { defineText } from '../../text/text.js';

export const groupsText = defineText({
  en: {
    create: 'New group',
    all: 'All groups',
    made: 'Made {name}.',
    name: 'Name',
    description: 'Description',
    devices: 'Devices',
    changed: 'Changed',
    empty: 'No groups yet',
    emptyHint: 'A group holds devices: users can be bound to it, notification rules can name it.',
    emptyReader: 'There is no group for your account to see.',
    noDevices: 'No devices are in it.',
    more: 'and {count} more',
    removeAsk: 'Delete the group {name}? Its devices stay; notification rules name it no more.',
  },
  es: {
    create: 'Grupo nuevo',
    all: 'Todos los grupos',
    made: 'Creado {name}.',
    name: 'Nombre',
    description: 'Descripción',
    devices: 'Dispositivos',
    changed: 'Modificado',
    empty: 'Aún no hay grupos',
    emptyHint: 'Un grupo reúne dispositivos: se le pueden limitar usuarios y las reglas de aviso pueden nombrarlo.',
    emptyReader: 'No hay ningún grupo que su cuenta pueda ver.',
    noDevices: 'No contiene dispositivos.',
    more: 'y {count} más',
    removeAsk: '¿Eliminar el grupo {name}? Sus dispositivos se quedan; las reglas de aviso dejan de nombrarlo.',
  },
});
