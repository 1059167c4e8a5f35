import type { Texts } from '../translations.js';

export const connections: Texts<'connections'> = {
  all: 'Alle poorten',
  title: 'Verbindingen van {port}',
  countOne: '1 verbinding',
  count: '{count} verbindingen',
  pageOne: 'Pagina {page}: 1 verbinding',
  page: 'Pagina {page}: {count} verbindingen',
  pages: 'Pagina’s',
  previous: 'Vorige',
  next: 'Volgende',
  address: 'Adres',
  device: 'Apparaat',
  connected: 'Verbonden',
  lastFrame: 'Laatste frame',
  received: 'Ontvangen',
  notIdentified: 'niet herkend',
  notRegistered: 'niet geregistreerd',
  empty: 'Geen verbindingen',
  emptyHint: 'Een tracker verschijnt hier zodra die verbinding maakt of iets verzendt.',
  allClosed: 'De verbindingen van deze pagina zijn gesloten.',
};
