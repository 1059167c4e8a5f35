import type { Texts } from '../translations.js';

export const licenses: Texts<'licenses'> = {
  total: 'Total',
  used: 'Utilisées',
  available: 'Libres',
  overUse: 'En excès',
  bar: 'Licences utilisées',
  rule: 'Chaque appareil prend une licence jusqu’à son expiration ou sa suppression.',
  allUsed: 'Toutes les licences sont utilisées',
  allUsedHint: 'Les appareils enregistrés continuent ; les rapports des nouveaux attendent sous Inconnus.',
  overUseHint:
    '{count} licences de plus que le total sont utilisées : leurs appareils les gardent, mais aucune nouvelle n’est donnée.',
  expireDevice: 'Donnez une date d’expiration à un appareil inutile, ou supprimez-le.',
  raiseTotal: 'Augmentez le nombre de licences dans les réglages.',
  toDevices: 'Aller aux appareils',
  usedBy: 'Utilisées par',
  group: 'Groupe',
  active: 'Avec licence',
  expired: 'Expirés',
  noGroup: 'aucun groupe',
  severalGroups: 'Un appareil de plusieurs groupes compte dans chacun.',
  restricted: 'Seuls les appareils que voit votre compte sont comptés.',
  unused: 'Aucune licence n’est utilisée',
  unusedHint: 'Chaque appareil enregistré en prend une.',
  becomingFree: 'Libérées dans les {days} prochains jours',
  noneFree: 'Aucune : aucun appareil n’expire d’ici là.',
  next: 'Prochaines expirations',
};
