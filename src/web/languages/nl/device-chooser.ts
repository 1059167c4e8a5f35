import type { Texts } from '../translations.js';

export const deviceChooser: Texts<'deviceChooser'> = {
  search: 'Zoek op naam, id, tag of poort',
  which: 'Getoonde apparaten',
  any: 'Alle apparaten',
  chosen: 'Geselecteerd',
  others: 'Andere',
  count: '{chosen} geselecteerd · {found} in de lijst',
  addFound: 'Alle in de lijst selecteren',
  dropFound: 'Alle in de lijst deselecteren',
  none: 'Nog geen apparaten',
  nothing: 'Niets gevonden',
  more: 'Meer tonen ({count})',
};
