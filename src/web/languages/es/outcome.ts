import type { Texts } from '../translations.js';

export const outcome: Texts<'outcome'> = {
  verified: 'Comprobado',
  unchanged: 'Ya era correcto',
  failed: 'Fallido',
  interrupted: 'Interrumpido',
  undone: 'Deshecho',
  differs: 'Cambiaría',
  waiting: 'Esperando un localizador',
  identify: 'Identificando',
  license: 'Comprobando la licencia',
  read: 'Leyendo sus ajustes',
  write: 'Escribiendo ajustes',
  'read back': 'Releyendo',
  register: 'Registrando',
  undo: 'Restaurando los ajustes anteriores',
  done: 'Terminado',
};
