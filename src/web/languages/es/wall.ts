import type { Texts } from '../translations.js';

export const wall: Texts<'wall'> = {
  title: 'Pantalla',
  map: 'Mapa',
  alerts: 'Alertas de 24 horas',
  noAlerts: 'Ninguna.',
  fullScreen: 'Pantalla completa',
  leaveFullScreen: 'Salir de pantalla completa',
  devices: 'Dispositivos',
  leave: 'Salir',
};
