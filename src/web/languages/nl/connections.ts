import type { Texts } from '../translations.js';

export const connections: Texts<'connections'> = {
  all: 'Alle poorten',
  title: 'Verbindingen van {port}',
  count: '{count} verbindingen',
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
