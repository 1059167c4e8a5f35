import type { Texts } from '../translations.js';

export const connections: Texts<'connections'> = {
  all: 'Tous les ports',
  title: 'Connexions de {port}',
  countOne: '1 connexion',
  count: '{count} connexions',
  pageOne: 'Page {page} : 1 connexion',
  page: 'Page {page} : {count} connexions',
  pages: 'Pages',
  previous: 'Précédente',
  next: 'Suivante',
  address: 'Adresse',
  device: 'Appareil',
  connected: 'Connecté',
  lastFrame: 'Dernière trame',
  received: 'Reçu',
  notIdentified: 'non identifié',
  notRegistered: 'non enregistré',
  empty: 'Aucune connexion',
  emptyHint: 'Un traceur apparaît ici dès qu’il se connecte ou émet.',
  allClosed: 'Les connexions de cette page sont fermées.',
};
