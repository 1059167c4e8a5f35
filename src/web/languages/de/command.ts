import type { Texts } from '../translations.js';

export const command: Texts<'command'> = {
  title: 'Befehl senden',
  command: 'Befehl',
  format: 'Format',
  Text: 'Text',
  Hex: 'Hexadezimale Bytes',
  Base64: 'Base64',
  sms: 'Als SMS senden',
  wait: 'Wenn der Tracker nicht verbunden ist, warten (Minuten)',
  send: 'Senden',
  sending: 'Wird gesendet…',
  none: 'Noch keine Befehle.',
  stateQueued: 'Wartet',
  stateSending: 'Wird gesendet',
  stateDone: 'Erledigt',
  stateFailed: 'Fehlgeschlagen',
  stateUncertain: 'Ungewiss',
  stateExpired: 'Abgelaufen',
  stateCanceled: 'Abgebrochen',
};
