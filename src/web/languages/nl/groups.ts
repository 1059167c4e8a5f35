import type { Texts } from '../translations.js';

export const groups: Texts<'groups'> = {
  create: 'Nieuwe groep',
  all: 'Alle groepen',
  created: '{name} gemaakt.',
  name: 'Naam',
  description: 'Beschrijving',
  devices: 'Apparaten',
  changed: 'Gewijzigd',
  group: 'Groep',
  noGroup: 'geen',
  empty: 'Nog geen groepen',
  emptyHint: 'Een groep bundelt apparaten voor gebruikers en meldingsregels.',
  emptyReader: 'Uw account ziet geen groep.',
  noDevices: 'De groep heeft geen apparaten.',
  more: 'en nog {count}',
  confirmRemove: 'De groep {name} verwijderen? De apparaten blijven; meldings- en alarmregels verliezen de groep.',
};
