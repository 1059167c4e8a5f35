import type { Texts } from '../translations.js';

export const adoptNote: Texts<'adoptNote'> = {
  one: '1 localizador nuevo informa y no está registrado.',
  many: '{count} localizadores nuevos informan y no están registrados.',
  adopt: 'Dar de alta',
};
