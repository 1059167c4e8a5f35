import type { Texts } from '../translations.js';

export const wall: Texts<'wall'> = {
  title: 'Monitor de parede',
  map: 'Mapa',
  alerts: 'Alertas das últimas 24 horas',
  noAlerts: 'Nenhum.',
  fullScreen: 'Ecrã inteiro',
  leaveFullScreen: 'Sair do ecrã inteiro',
  devices: 'Dispositivos',
  leave: 'Sair',
};
