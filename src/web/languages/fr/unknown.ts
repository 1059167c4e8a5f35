import type { Texts } from '../translations.js';

export const unknown: Texts<'unknown'> = {
  device: 'Id',
  lastSeen: 'Vu',
  since: 'Depuis',
  source: 'Source',
  records: 'Données',
  dropped: '{count} abandonnées (tampon plein)',
  position: 'Dernière position',
  http: 'HTTP',
  adopt: 'Adopter',
  adoptOf: 'Adopter {id}',
  adoptHint: 'Il devient un appareil avec ses données et prend une licence.',
  adopted: '{id} adopté ; enregistrements : {count}.',
  show: 'Voir l’appareil',
  name: 'Nom',
  forget: 'Oublier',
  forgetOf: 'Oublier {id}',
  confirmForget: 'Oublier {id} ? Son prochain rapport l’affiche à nouveau.',
  cancel: 'Annuler',
  empty: 'Aucun appareil inconnu',
  emptyHint: 'Les traceurs non enregistrés apparaissent ici automatiquement.',
};
