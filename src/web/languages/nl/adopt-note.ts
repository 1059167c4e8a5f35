import type { Texts } from '../translations.js';

export const adoptNote: Texts<'adoptNote'> = {
  one: '1 nieuwe tracker meldt zich en is niet geregistreerd.',
  many: '{count} nieuwe trackers melden zich en zijn niet geregistreerd.',
  adopt: 'Overnemen',
};
