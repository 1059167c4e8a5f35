import type { Texts } from '../translations.js';

export const wall: Texts<'wall'> = {
  title: 'Wandscherm',
  map: 'Kaart',
  alerts: 'Alarmen van 24 uur',
  noAlerts: 'Geen.',
  fullScreen: 'Volledig scherm',
  leaveFullScreen: 'Volledig scherm sluiten',
  devices: 'Apparaten',
  leave: 'Verlaten',
};
