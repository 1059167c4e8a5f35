import type { Texts } from '../translations.js';

export const adoptNote: Texts<'adoptNote'> = {
  one: '1 localizador novo envia dados e não está registado.',
  many: '{count} localizadores novos enviam dados e não estão registados.',
  adopt: 'Adotar',
};
