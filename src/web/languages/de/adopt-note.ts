import type { Texts } from '../translations.js';

export const adoptNote: Texts<'adoptNote'> = {
  one: '1 neuer Tracker meldet sich und ist nicht registriert.',
  many: '{count} neue Tracker melden sich und sind nicht registriert.',
  adopt: 'Übernehmen',
};
