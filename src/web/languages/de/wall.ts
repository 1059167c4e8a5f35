import type { Texts } from '../translations.js';

export const wall: Texts<'wall'> = {
  title: 'Wandbildschirm',
  map: 'Karte',
  alerts: 'Alarme der letzten 24 Stunden',
  noAlerts: 'Keine.',
  fullScreen: 'Vollbild',
  leaveFullScreen: 'Vollbild beenden',
  devices: 'Geräte',
  leave: 'Verlassen',
};
