import type { Texts } from '../translations.js';

export const outcome: Texts<'outcome'> = {
  verified: 'Geprüft',
  unchanged: 'Bereits richtig',
  failed: 'Fehlgeschlagen',
  interrupted: 'Unterbrochen',
  undone: 'Rückgängig gemacht',
  differs: 'Würde ändern',
  waiting: 'Wartet auf einen Tracker',
  identify: 'Wird erkannt',
  license: 'Lizenz wird geprüft',
  read: 'Einstellungen werden gelesen',
  write: 'Einstellungen werden geschrieben',
  'read back': 'Wird zurückgelesen',
  register: 'Wird registriert',
  undo: 'Bisherige Einstellungen werden wiederhergestellt',
  done: 'Fertig',
};
