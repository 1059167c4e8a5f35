import type { Texts } from '../translations.js';

export const outcome: Texts<'outcome'> = {
  verified: 'Vérifié',
  unchanged: 'Déjà correct',
  failed: 'Échec',
  interrupted: 'Interrompu',
  undone: 'Annulé',
  differs: 'Changerait',
  waiting: 'Attente d’un traceur',
  identify: 'Identification',
  license: 'Contrôle de la licence',
  read: 'Lecture de ses réglages',
  write: 'Écriture des réglages',
  'read back': 'Relecture',
  register: 'Enregistrement',
  undo: 'Rétablissement des réglages précédents',
  done: 'Terminé',
};
