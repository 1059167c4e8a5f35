import type { Texts } from '../translations.js';

export const displays: Texts<'displays'> = {
  lead: 'Un écran mural montre la carte et les alertes, ne modifie rien et reste connecté jusqu’à ce que vous le retiriez ici.',
  preview: 'Aperçu',
  create: 'Nouvel écran mural',
  createLink: 'Créer son lien',
  empty: 'Aucun écran mural pour l’instant',
  emptyHint: 'Créez-en un, puis ouvrez son lien une fois dans le navigateur de l’écran.',
  name: 'Nom',
  namePlaceholder: 'Portail',
  shows: 'Montre',
  all: 'tous les appareils que vous voyez',
  created: 'Créé',
  lastUsed: 'Utilisé',
  actions: 'Actions',
  remove: 'Retirer',
  confirmRemove: 'Retirer cet écran mural ? Il est déconnecté aussitôt.',
  linkOf: 'Lien de {name}',
  linkOnce: 'Ouvrez-le une fois dans le navigateur de l’écran. Il n’est montré que maintenant et vaut un mot de passe.',
  linkCode: 'QR code du lien de {name}',
};
