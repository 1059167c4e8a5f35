import type { Texts } from '../translations.js';

export const deviceChooser: Texts<'deviceChooser'> = {
  search: 'Chercher par nom, id, attribut ou port',
  which: 'Appareils affichés',
  any: 'Tous les appareils',
  chosen: 'Sélectionnés',
  others: 'Autres',
  count: '{chosen} sélectionnés · {found} dans la liste',
  addFound: 'Sélectionner toute la liste',
  dropFound: 'Désélectionner toute la liste',
  none: 'Aucun appareil pour l’instant',
  nothing: 'Aucun résultat',
  more: 'Afficher plus ({count})',
};
