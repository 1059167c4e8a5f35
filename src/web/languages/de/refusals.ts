import type { Texts } from '../translations.js';

export const refusals: Texts<'refusals'> = {
  outside_allow: '{count} abgelehnt: Adresse nicht erlaubt',
  address_limit: '{count} abgelehnt: zu viele Verbindungen einer Adresse',
  connection_limit: '{count} abgelehnt: zu viele Verbindungen',
  gave_way: '{count} ohne Frame für neuere geschlossen',
  no_data: '{count} geschlossen: keine Daten',
  no_frame: '{count} geschlossen: kein Frame',
  silent: '{count} geschlossen: stumm',
  noise: '{count} geschlossen: nur Rauschen',
  not_reading: '{count} geschlossen: Antworten nicht gelesen',
  bytes_limit: '{count} geschlossen: zu viele unvollständige Frames',
  queue_full: '{count} verworfen: Speicher zu langsam',
  web_page: '{count} Anfragen von Webbrowsern abgelehnt',
  bad_request: '{count} fehlerhafte Anfragen abgelehnt',
  no_device_id: '{count} Datensätze ohne Geräte-Id',
  system: '{count} vom Betriebssystem abgelehnt',
};
