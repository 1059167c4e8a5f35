import type { Texts } from '../translations.js';

export const unfinished: Texts<'unfinished'> = {
  title: 'Traceurs inachevés',
  hint: 'Leur configuration a été interrompue : branchez-les sur un port en mise en service pour la terminer.',
  tracker: 'Traceur',
  started: 'Début',
  time: 'Heure',
  undoing: 'Annulation d’une attestation',
  on: 'sur {port}',
  change: '{name} : {was} → {is}',
  unknownTime: 'pas connue',
};
