import type { Texts } from '../translations.js';

export const groups: Texts<'groups'> = {
  create: 'Neue Gruppe',
  all: 'Alle Gruppen',
  created: '{name} erstellt.',
  name: 'Name',
  description: 'Beschreibung',
  devices: 'Geräte',
  changed: 'Geändert',
  group: 'Gruppe',
  noGroup: 'keine',
  empty: 'Noch keine Gruppen',
  emptyHint: 'Eine Gruppe fasst Geräte für Benutzer und Benachrichtigungsregeln zusammen.',
  emptyReader: 'Ihr Konto sieht keine Gruppe.',
  noDevices: 'Die Gruppe hat keine Geräte.',
  more: 'und {count} weitere',
  confirmRemove:
    'Die Gruppe {name} löschen? Ihre Geräte bleiben; Benachrichtigungs- und Alarmregeln verlieren die Gruppe.',
};
