import type { Texts } from '../translations.js';

export const webhooks: Texts<'webhooks'> = {
  title: 'Webhooks',
  lead: 'Autres systèmes qui reçoivent des alertes par HTTP. Les règles de notification les choisissent par leur nom.',
  none: 'Aucun webhook pour l’instant.',
  add: 'Ajouter un webhook',
  addLong: 'Nouveau webhook',
  change: 'Modifier',
  changeNamed: 'Modifier : {name}',
  name: 'Nom',
  nameHint: 'Lettres, chiffres, _ et - ; il ne peut plus être changé ensuite.',
  url: 'Adresse',
  urlHint: 'https://… ou, dans le réseau du dépôt, http://…',
  secret: 'Secret',
  secretHint:
    'Au moins 16 caractères. Le récepteur s’en sert pour vérifier la signature ; il n’est plus jamais affiché.',
  secretKept: 'Vide : le secret reste. Une nouvelle adresse le demande à nouveau.',
  enabled: 'Lui envoyer les messages',
  off: 'Désactivé',
  ready: 'Prêt',
  unavailable: 'Indisponible',
  fixed: 'Fixé par la configuration : modifiez-le là.',
  test: 'Tester',
  testNamed: 'Tester : {name}',
  remove: 'Retirer',
  removeNamed: 'Retirer : {name}',
  confirmRemove: 'Retirer ce webhook et son secret ?',
};
