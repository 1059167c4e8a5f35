import type { Texts } from '../translations.js';

export const deviceForm: Texts<'deviceForm'> = {
  id: 'Id',
  idHint: 'IMEI ou numéro de série : lettres, chiffres et . _ : -',
  name: 'Nom',
  description: 'Note',
  min: 'Numéro de téléphone du traceur',
  tags: 'Attributs',
  tagsHint: 'Un par ligne, par exemple : immatriculation = 12-AB-3',
  tagsInvalid: 'Écrivez chaque attribut sous la forme nom = valeur, un par ligne.',
  groups: 'Groupes',
  dailyLimit: '{units} par jour',
  limitHint: 'Vide : sans limite. 0 : aucun envoi.',
  temporary: 'Temporaire',
  expires: 'Expiration',
  permanent: 'n’expire pas',
  empty: 'vide',
  changedMeanwhile: 'Un autre utilisateur a modifié ceci entre-temps :',
  nowIs: '{field} est maintenant : {value}',
  overwrite: 'Votre saisie est toujours là. Enregistrez à nouveau pour la garder à la place.',
  add: 'Ajouter un appareil',
  added: '{name} ajouté.',
  details: 'Détails',
  edit: 'Modifier',
  group: 'Groupe',
  limits: 'Limites',
  expireNow: 'Faire expirer',
  confirmExpire:
    'Faire expirer {name} maintenant ? Sa licence se libère et ses nouveaux rapports sont refusés jusqu’à ce que vous fixiez une autre date. Son historique reste.',
  confirmRemove:
    'Supprimer {name} ? Sa licence se libère, il quitte ses groupes et ses règles, et ses commandes en attente sont annulées. Son historique reste sur la passerelle jusqu’à la fin de sa conservation ; vous le retrouvez si le même id est enregistré à nouveau.',
};
