import type { Texts } from '../translations.js';

export const command: Texts<'command'> = {
  title: 'Enviar comando',
  command: 'Comando',
  format: 'Formato',
  Text: 'Texto',
  Hex: 'Bytes hexadecimais',
  Base64: 'Base64',
  sms: 'Enviar por SMS',
  wait: 'Se o localizador não estiver conectado, esperar (minutos)',
  send: 'Enviar',
  sending: 'A enviar…',
  none: 'Ainda não há comandos.',
  stateQueued: 'Em espera',
  stateSending: 'Em envio',
  stateDone: 'Feito',
  stateFailed: 'Falhou',
  stateUncertain: 'Incerto',
  stateExpired: 'Expirado',
  stateCanceled: 'Anulado',
};
