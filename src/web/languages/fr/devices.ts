import type { Texts } from '../translations.js';

export const devices: Texts<'devices'> = {
  search: 'Chercher par nom, id, port ou attribut',
  state: 'État',
  any: 'Tous les états',
  count: '{count} sur {total}',
  name: 'Appareil',
  lastSeen: 'Vu',
  port: 'Port',
  expires: 'Expiration',
  notTemporary: 'n’expire pas',
  http: 'par HTTP',
  empty: 'Aucun appareil pour l’instant',
  emptyHint: 'Branchez un traceur, ou regardez sous Inconnus.',
  nothing: 'Aucun appareil ne correspond à la recherche',
  nothingHint: 'Essayez une recherche plus courte ou un autre état.',
  id: 'Id',
  groups: 'Groupes',
  min: 'Téléphone',
  description: 'Note',
  tags: 'Attributs',
  columns: 'Colonnes',
};
