import type { Texts } from '../translations.js';

export const refusals: Texts<'refusals'> = {
  outside_allow: '{count} refusées : adresse non autorisée',
  address_limit: '{count} refusées : trop de connexions d’une même adresse',
  connection_limit: '{count} refusées : trop de connexions',
  gave_way: '{count} sans trame fermées au profit de plus récentes',
  no_data: '{count} fermées : aucune donnée',
  no_frame: '{count} fermées : aucune trame',
  silent: '{count} fermées : silencieuses',
  noise: '{count} fermées : seulement du bruit',
  not_reading: '{count} fermées : réponses non lues',
  bytes_limit: '{count} fermées : trop de trames incomplètes',
  queue_full: '{count} abandonnées : stockage trop lent',
  web_page: '{count} requêtes de navigateurs refusées',
  bad_request: '{count} requêtes mal formées refusées',
  no_device_id: '{count} enregistrements sans id d’appareil',
  system: '{count} refusées par le système d’exploitation',
};
