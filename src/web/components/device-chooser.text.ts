import { defineText } from '../text/text.js';

export const deviceChooserText = defineText({
  en: {
    search: 'Search by name, id, tag or port',
    which: 'Which are listed',
    any: 'All devices',
    chosen: 'Chosen ones',
    others: 'Others',
    count: '{chosen} chosen · {found} listed',
    addFound: 'Choose all listed',
    dropFound: 'Leave out all listed',
    none: 'No devices yet',
    nothing: 'Nothing fits',
    more: 'Show more ({count})',
  },
  es: {
    search: 'Buscar por nombre, id, etiqueta o puerto',
    which: 'Cuáles se muestran',
    any: 'Todos los dispositivos',
    chosen: 'Los elegidos',
    others: 'Los demás',
    count: '{chosen} elegidos · {found} en la lista',
    addFound: 'Elegir todos los de la lista',
    dropFound: 'Quitar todos los de la lista',
    none: 'Aún no hay dispositivos',
    nothing: 'Nada coincide',
    more: 'Mostrar más ({count})',
  },
});
