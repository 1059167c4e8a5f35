import type { Texts } from '../translations.js';

export const connections: Texts<'connections'> = {
  all: 'Alle Ports',
  title: 'Verbindungen von {port}',
  countOne: '1 Verbindung',
  count: '{count} Verbindungen',
  pageOne: 'Seite {page}: 1 Verbindung',
  page: 'Seite {page}: {count} Verbindungen',
  pages: 'Seiten',
  previous: 'Zurück',
  next: 'Weiter',
  address: 'Adresse',
  device: 'Gerät',
  connected: 'Verbunden',
  lastFrame: 'Letzter Frame',
  received: 'Empfangen',
  notIdentified: 'nicht erkannt',
  notRegistered: 'nicht registriert',
  empty: 'Keine Verbindungen',
  emptyHint: 'Ein Tracker erscheint hier, sobald er sich verbindet oder sendet.',
  allClosed: 'Die Verbindungen dieser Seite sind geschlossen.',
};
