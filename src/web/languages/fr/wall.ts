import type { Texts } from '../translations.js';

export const wall: Texts<'wall'> = {
  title: 'Écran mural',
  map: 'Carte',
  alerts: 'Alertes des dernières 24 heures',
  noAlerts: 'Aucune.',
  fullScreen: 'Plein écran',
  leaveFullScreen: 'Quitter le plein écran',
  devices: 'Appareils',
  leave: 'Quitter',
};
