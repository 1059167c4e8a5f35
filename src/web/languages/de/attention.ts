import type { Texts } from '../translations.js';

export const attention: Texts<'attention'> = {
  title: 'Alarme mit Handlungsbedarf',
  raised: 'Alarm: {name}, {device}',
  times: '{count}-mal, zuletzt',
  position: '{device} auf der Karte zeigen',
  noPosition: 'Position unbekannt',
  note: 'Notiz',
  noteHint: 'Notiz (optional)',
  acknowledge: 'Quittieren',
  acknowledgeOne: '{name}, {device} quittieren',
  more: '{count} weitere Alarme',
  moreThan: 'Mehr als {count} weitere Alarme',
  openCount: '{count} nicht quittierte Alarme',
  openCountOne: '1 nicht quittierter Alarm',
  sound: 'Ton bei Alarmen',
  soundBlocked: 'Klicken Sie einmal auf die Seite, um den Ton zu erlauben.',
  unacknowledged: 'Nicht quittiert',
};
