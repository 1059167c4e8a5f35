import type { Texts } from '../translations.js';

export const refusals: Texts<'refusals'> = {
  outside_allow: '{count} geweigerd: adres niet toegestaan',
  address_limit: '{count} geweigerd: te veel verbindingen van één adres',
  connection_limit: '{count} geweigerd: te veel verbindingen',
  gave_way: '{count} zonder frame gesloten voor nieuwere',
  no_data: '{count} gesloten: geen gegevens',
  no_frame: '{count} gesloten: geen frame',
  silent: '{count} gesloten: stil',
  noise: '{count} gesloten: alleen ruis',
  not_reading: '{count} gesloten: antwoorden niet gelezen',
  bytes_limit: '{count} gesloten: te veel onvolledige frames',
  queue_full: '{count} weggegooid: opslag te traag',
  web_page: '{count} verzoeken van webbrowsers geweigerd',
  bad_request: '{count} onjuiste verzoeken geweigerd',
  no_device_id: '{count} records zonder apparaat-id',
  system: '{count} geweigerd door het besturingssysteem',
};
