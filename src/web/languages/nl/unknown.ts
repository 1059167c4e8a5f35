import type { Texts } from '../translations.js';

export const unknown: Texts<'unknown'> = {
  device: 'Id',
  lastSeen: 'Laatst gezien',
  since: 'Sinds',
  source: 'Bron',
  records: 'Records',
  dropped: '{count} weggegooid (buffer vol)',
  position: 'Laatste positie',
  http: 'HTTP',
  adopt: 'Overnemen',
  adoptOf: '{id} overnemen',
  adoptHint: 'Het wordt een apparaat met zijn records en gebruikt een licentie.',
  adopted: '{id} overgenomen; records: {count}.',
  show: 'Apparaat tonen',
  name: 'Naam',
  forget: 'Vergeten',
  forgetOf: '{id} vergeten',
  confirmForget: '{id} vergeten? Bij het volgende rapport staat het weer in de lijst.',
  cancel: 'Annuleren',
  empty: 'Geen onbekende apparaten',
  emptyHint: 'Niet-geregistreerde trackers verschijnen hier vanzelf.',
};
