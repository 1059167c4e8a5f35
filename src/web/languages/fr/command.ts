import type { Texts } from '../translations.js';

export const command: Texts<'command'> = {
  title: 'Envoyer une commande',
  command: 'Commande',
  format: 'Format',
  Text: 'Texte',
  Hex: 'Octets hexadécimaux',
  Base64: 'Base64',
  sms: 'Envoyer par SMS',
  wait: 'Si le traceur n’est pas connecté, attendre (minutes)',
  send: 'Envoyer',
  sending: 'Envoi…',
  none: 'Aucune commande pour l’instant.',
  stateQueued: 'En attente',
  stateSending: 'Envoi en cours',
  stateDone: 'Exécutée',
  stateFailed: 'Échec',
  stateUncertain: 'Incertaine',
  stateExpired: 'Expirée',
  stateCanceled: 'Annulée',
};
