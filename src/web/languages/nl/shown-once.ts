import type { Texts } from '../translations.js';

export const shownOnce: Texts<'shownOnce'> = {
  copy: 'Kopiëren',
  copied: 'Gekopieerd.',
  notCopied: 'De browser staat het niet toe: selecteer de tekst en kopieer die.',
  localAddress:
    'Deze pagina is geopend op {host}, dat alleen deze computer bereikt. Open hem op het adres van de gateway in het netwerk.',
};
