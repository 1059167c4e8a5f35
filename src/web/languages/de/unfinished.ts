import type { Texts } from '../translations.js';

export const unfinished: Texts<'unfinished'> = {
  title: 'Unfertige Tracker',
  hint: 'Ihre Einrichtung wurde unterbrochen: Schließen Sie sie an einen Port in Einrichtung an, um sie abzuschließen.',
  tracker: 'Tracker',
  started: 'Begonnen',
  time: 'Zeit',
  undoing: 'Beleg wird rückgängig gemacht',
  on: 'an {port}',
  change: '{name}: {was} → {is}',
  unknownTime: 'nicht bekannt',
};
