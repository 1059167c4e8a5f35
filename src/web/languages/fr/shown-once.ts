import type { Texts } from '../translations.js';

export const shownOnce: Texts<'shownOnce'> = {
  copy: 'Copier',
  copied: 'Copié.',
  notCopied: 'Le navigateur ne le permet pas : sélectionnez le texte et copiez-le.',
  localAddress:
    'Cette page est ouverte à l’adresse {host}, que seule cette machine atteint. Ouvrez-la à l’adresse de la passerelle sur le réseau.',
};
