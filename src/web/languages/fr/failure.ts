import type { Texts } from '../translations.js';

export const failure: Texts<'failure'> = {
  lost: 'Connexion perdue',
  no_answer: 'Aucune réponse du traceur',
  garbled: 'Réponse du traceur illisible',
  refused: 'Refusé par le traceur',
  mismatch: 'Autres réglages relus',
  unsupported: 'Réglage non pris en charge',
  conflict: 'Conflit',
  forbidden: 'Non autorisé',
  not_found: 'Introuvable',
  limit_reached: 'Limite atteinte',
  no_license: 'Aucune licence libre',
  validation_failed: 'Réglages non valides',
  store_unavailable: 'Non stocké',
  wrong_protocol: 'Mauvais traceur',
  internal: 'Erreur interne',
};
