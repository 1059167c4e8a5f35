import type { Texts } from '../translations.js';

export const unknown: Texts<'unknown'> = {
  device: 'Id',
  lastSeen: 'Zuletzt gesehen',
  since: 'Seit',
  source: 'Quelle',
  records: 'Datensätze',
  dropped: '{count} verworfen (Puffer voll)',
  position: 'Letzte Position',
  http: 'HTTP',
  adopt: 'Übernehmen',
  adoptOf: '{id} übernehmen',
  adoptHint: 'Es wird mit seinen Datensätzen zu einem Gerät und belegt eine Lizenz.',
  adopted: '{id} übernommen; Datensätze: {count}.',
  show: 'Gerät anzeigen',
  name: 'Name',
  forget: 'Vergessen',
  forgetOf: '{id} vergessen',
  confirmForget: '{id} vergessen? Mit der nächsten Meldung steht es wieder in der Liste.',
  cancel: 'Abbrechen',
  empty: 'Keine unbekannten Geräte',
  emptyHint: 'Nicht registrierte Tracker erscheinen hier von selbst.',
};
