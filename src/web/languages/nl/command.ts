import type { Texts } from '../translations.js';

export const command: Texts<'command'> = {
  title: 'Opdracht verzenden',
  command: 'Opdracht',
  format: 'Indeling',
  Text: 'Tekst',
  Hex: 'Hexadecimale bytes',
  Base64: 'Base64',
  sms: 'Als sms verzenden',
  wait: 'Als de tracker niet verbonden is, wachten (minuten)',
  send: 'Verzenden',
  sending: 'Verzenden…',
  none: 'Nog geen opdrachten.',
  stateQueued: 'Wacht',
  stateSending: 'Wordt verzonden',
  stateDone: 'Klaar',
  stateFailed: 'Mislukt',
  stateUncertain: 'Onzeker',
  stateExpired: 'Verlopen',
  stateCanceled: 'Geannuleerd',
};
