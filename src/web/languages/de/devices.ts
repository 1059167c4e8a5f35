import type { Texts } from '../translations.js';

export const devices: Texts<'devices'> = {
  search: 'Nach Name, Id, Port oder Tag suchen',
  state: 'Status',
  any: 'Jeder Status',
  count: '{count} von {total}',
  name: 'Gerät',
  lastSeen: 'Zuletzt gesehen',
  port: 'Port',
  expires: 'Läuft ab',
  notTemporary: 'läuft nicht ab',
  http: 'über HTTP',
  empty: 'Noch keine Geräte',
  emptyHint: 'Schließen Sie einen Tracker an oder sehen Sie unter „Unbekannte Geräte“ nach.',
  nothing: 'Kein Gerät passt zur Suche',
  nothingHint: 'Versuchen Sie eine kürzere Suche oder einen anderen Status.',
  id: 'Id',
  groups: 'Gruppen',
  min: 'Telefon',
  description: 'Notiz',
  tags: 'Tags',
  columns: 'Spalten',
};
