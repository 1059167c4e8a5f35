import type { Texts } from '../translations.js';

export const unfinished: Texts<'unfinished'> = {
  title: 'Onvoltooide trackers',
  hint: 'Hun inrichting is onderbroken: sluit ze aan op een poort in inrichting om die te voltooien.',
  tracker: 'Tracker',
  started: 'Begonnen',
  time: 'Tijd',
  undoing: 'Bewijs ongedaan maken',
  on: 'op {port}',
  change: '{name}: {was} → {is}',
  unknownTime: 'niet bekend',
};
