import type { Texts } from '../translations.js';

export const devices: Texts<'devices'> = {
  search: 'Zoek op naam, id, poort of tag',
  state: 'Status',
  any: 'Elke status',
  count: '{count} van {total}',
  name: 'Apparaat',
  lastSeen: 'Gezien',
  port: 'Poort',
  expires: 'Verloopt',
  notTemporary: 'nooit',
  http: 'via HTTP',
  empty: 'Nog geen apparaten',
  emptyHint: 'Sluit een tracker aan, of kijk onder “Onbekende apparaten”.',
  nothing: 'Geen apparaat gevonden',
  nothingHint: 'Probeer een kortere zoekopdracht of een andere status.',
  id: 'Id',
  groups: 'Groepen',
  min: 'Telefoon',
  description: 'Notitie',
  tags: 'Tags',
  columns: 'Kolommen',
};
