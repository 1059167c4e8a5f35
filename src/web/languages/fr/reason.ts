import type { Texts } from '../translations.js';

export const reason: Texts<'reason'> = {
  limit_reached: 'La limite quotidienne de l’appareil est épuisée. Augmentez-la ou attendez demain.',
  outbox_full: 'Trop de messages sont en attente. Voir la cause sous État du système.',
  repeat: 'Un double d’un message récent.',
  canceled: 'Annulé.',
};
