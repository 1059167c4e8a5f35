import type { Texts } from '../translations.js';

export const outcome: Texts<'outcome'> = {
  verified: 'Gecontroleerd',
  unchanged: 'Al correct',
  failed: 'Mislukt',
  interrupted: 'Onderbroken',
  undone: 'Ongedaan gemaakt',
  differs: 'Zou wijzigen',
  waiting: 'Wacht op een tracker',
  identify: 'Herkennen',
  license: 'Licentie controleren',
  read: 'Instellingen lezen',
  write: 'Instellingen schrijven',
  'read back': 'Teruglezen',
  register: 'Registreren',
  undo: 'Vorige instellingen herstellen',
  done: 'Klaar',
};
