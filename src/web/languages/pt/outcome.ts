import type { Texts } from '../translations.js';

export const outcome: Texts<'outcome'> = {
  verified: 'Verificado',
  unchanged: 'Já correto',
  failed: 'Falhou',
  interrupted: 'Interrompido',
  undone: 'Desfeito',
  differs: 'Mudaria',
  waiting: 'À espera de um localizador',
  identify: 'A identificar',
  license: 'A verificar a licença',
  read: 'A ler as definições',
  write: 'A escrever definições',
  'read back': 'A reler',
  register: 'A registar',
  undo: 'A repor as definições anteriores',
  done: 'Concluído',
};
