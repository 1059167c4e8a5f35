import type { Texts } from '../translations.js';

export const shownOnce: Texts<'shownOnce'> = {
  copy: 'Copiar',
  copied: 'Copiado.',
  notCopied: 'O navegador não o permite: selecione o texto e copie-o.',
  localAddress:
    'Esta página está aberta em {host}, que só esta máquina alcança. Abra-a no endereço do gateway na rede.',
};
