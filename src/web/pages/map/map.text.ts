import { defineText } from '../../text/text.js';

export const mapText = defineText({
  en: {
    map: 'Map of the devices, with the same content as the list next to it',
    list: 'Devices on the map',
    showAll: 'Show all',
    show: 'Show {name} on the map',
    noPosition: 'no position yet',
    stopped: 'stopped',
    empty: 'No devices yet',
    emptyHint: 'Connect a tracker: it appears with its first position.',
    more: '{count} more: search under Devices',
  },
  es: {
    map: 'Mapa de los dispositivos, con el mismo contenido que la lista de al lado',
    list: 'Dispositivos en el mapa',
    showAll: 'Ver todos',
    show: 'Mostrar {name} en el mapa',
    noPosition: 'aún sin posición',
    stopped: 'parado',
    empty: 'Aún no hay dispositivos',
    emptyHint: 'Conecte un localizador: aparecerá con su primera posición.',
    more: '{count} más: búsquelos en Dispositivos',
  },
});
