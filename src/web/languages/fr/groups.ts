import type { Texts } from '../translations.js';

export const groups: Texts<'groups'> = {
  create: 'Nouveau groupe',
  all: 'Tous les groupes',
  created: '{name} créé.',
  name: 'Nom',
  description: 'Description',
  devices: 'Appareils',
  changed: 'Modifié',
  group: 'Groupe',
  noGroup: 'aucun',
  empty: 'Aucun groupe pour l’instant',
  emptyHint: 'Un groupe réunit des appareils pour des utilisateurs et des règles de notification.',
  emptyReader: 'Votre compte ne voit aucun groupe.',
  noDevices: 'Le groupe n’a aucun appareil.',
  more: 'et {count} de plus',
  confirmRemove:
    'Supprimer le groupe {name} ? Ses appareils restent ; les règles de notification et d’alerte perdent le groupe.',
};
