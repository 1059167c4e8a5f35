import type { Texts } from '../translations.js';

export const displays: Texts<'displays'> = {
  lead: 'Ein Wandbildschirm zeigt Karte und Alarme, ändert nichts und bleibt angemeldet, bis Sie ihn hier entfernen.',
  preview: 'Vorschau',
  create: 'Neuer Wandbildschirm',
  createLink: 'Link erstellen',
  empty: 'Noch keine Wandbildschirme',
  emptyHint: 'Erstellen Sie einen und öffnen Sie seinen Link einmal im Browser des Bildschirms.',
  name: 'Name',
  namePlaceholder: 'Tor',
  shows: 'Zeigt',
  all: 'alle Geräte, die Sie sehen',
  created: 'Erstellt',
  lastUsed: 'Zuletzt benutzt',
  actions: 'Aktionen',
  remove: 'Entfernen',
  confirmRemove: 'Diesen Wandbildschirm entfernen? Er wird sofort abgemeldet.',
  linkOf: 'Link von {name}',
  linkOnce: 'Öffnen Sie ihn einmal im Browser des Bildschirms. Er wird nur jetzt angezeigt und ist wie ein Passwort.',
  linkCode: 'QR-Code des Links von {name}',
};
