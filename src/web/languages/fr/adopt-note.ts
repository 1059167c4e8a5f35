import type { Texts } from '../translations.js';

export const adoptNote: Texts<'adoptNote'> = {
  one: '1 nouveau traceur émet et n’est pas enregistré.',
  many: '{count} nouveaux traceurs émettent et ne sont pas enregistrés.',
  adopt: 'Adopter',
};
