import { defineText } from '../../text/text.js';

export const mapText = defineText({
  en: {
    mapOf: 'Map of the devices; the list beside it says the same',
    listOf: 'Devices on the map',
    showAll: 'Show all',
    show: 'Show {name} on the map',
    noPlace: 'no position yet',
    standing: 'standing',
    empty: 'No devices yet',
    emptyHint: 'Plug a tracker in, or register a device: it is on the map with its first position.',
    more: '{count} more: search for them among the devices',
  },
  es: {
    mapOf: 'Mapa de los dispositivos; la lista de al lado dice lo mismo',
    listOf: 'Dispositivos en el mapa',
    showAll: 'Ver todos',
    show: 'Mostrar {name} en el mapa',
    noPlace: 'aún sin posición',
    standing: 'parado',
    empty: 'Aún no hay dispositivos',
    emptyHint: 'Conecte un localizador o registre un dispositivo: aparecerá con su primera posición.',
    more: '{count} más: búsquelos entre los dispositivos',
  },
});
