import type { Texts } from '../translations.js';

export const command: Texts<'command'> = {
  title: 'Enviar orden',
  command: 'Orden',
  format: 'Formato',
  Text: 'Texto',
  Hex: 'Bytes hexadecimales',
  Base64: 'Base64',
  sms: 'Enviar como SMS',
  wait: 'Si el localizador no está conectado, esperar (minutos)',
  send: 'Enviar',
  sending: 'Enviando…',
  none: 'Aún no hay órdenes.',
  stateQueued: 'En espera',
  stateSending: 'Enviándose',
  stateDone: 'Hecha',
  stateFailed: 'Fallida',
  stateUncertain: 'Incierta',
  stateExpired: 'Caducada',
  stateCanceled: 'Anulada',
};
