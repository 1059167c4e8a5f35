import type { Texts } from '../translations.js';

export const deviceChooser: Texts<'deviceChooser'> = {
  search: 'Nach Name, Id, Tag oder Port suchen',
  which: 'Angezeigte Geräte',
  any: 'Alle Geräte',
  chosen: 'Ausgewählt',
  others: 'Andere',
  count: '{chosen} ausgewählt · {found} in der Liste',
  addFound: 'Alle der Liste auswählen',
  dropFound: 'Alle der Liste abwählen',
  none: 'Noch keine Geräte',
  nothing: 'Keine Treffer',
  more: 'Mehr anzeigen ({count})',
};
