import type { Texts } from '../translations.js';

export const connections: Texts<'connections'> = {
  all: 'Tous les ports',
  title: 'Connexions de {port}',
  count: '{count} connexions',
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
