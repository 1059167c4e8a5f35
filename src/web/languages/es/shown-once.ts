import type { Texts } from '../translations.js';

export const shownOnce: Texts<'shownOnce'> = {
  copy: 'Copiar',
  copied: 'Copiado.',
  notCopied: 'El navegador no lo permite: seleccione el texto y cópielo.',
  localAddress:
    'Esta página está abierta en {host}, que solo alcanza este equipo. Ábrala con la dirección de la pasarela en la red.',
};
