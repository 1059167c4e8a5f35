import { defineText } from '../text/text.js';

export const deviceChooserText = defineText({
  en: {
    search: 'Search by name, id, tag or port',
    which: 'Shown devices',
    any: 'All devices',
    chosen: 'Selected',
    others: 'Others',
    count: '{chosen} selected · {found} listed',
    addFound: 'Select all listed',
    dropFound: 'Deselect all listed',
    none: 'No devices yet',
    nothing: 'No matches',
    more: 'Show more ({count})',
  },
  es: {
    search: 'Buscar por nombre, id, etiqueta o puerto',
    which: 'Dispositivos mostrados',
    any: 'Todos los dispositivos',
    chosen: 'Seleccionados',
    others: 'Otros',
    count: '{chosen} seleccionados · {found} en la lista',
    addFound: 'Seleccionar todos los de la lista',
    dropFound: 'Quitar todos los de la lista',
    none: 'Aún no hay dispositivos',
    nothing: 'Sin coincidencias',
    more: 'Mostrar más ({count})',
  },
});
