import type { Texts } from '../translations.js';

export const deviceChooser: Texts<'deviceChooser'> = {
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
};
