import { defineText } from './text.js';

/** Outcomes and steps of provisioning. */
export const outcomeText = defineText({
  en: {
    verified: 'Verified',
    unchanged: 'Already correct',
    failed: 'Failed',
    interrupted: 'Interrupted',
    undone: 'Undone',
    waiting: 'Waiting for a tracker',
    identify: 'Identifying',
    license: 'Checking the license',
    read: 'Reading its settings',
    write: 'Writing settings',
    'read back': 'Reading back',
    register: 'Registering',
    undo: 'Restoring the previous settings',
    done: 'Done',
  },
  es: {
    verified: 'Comprobado',
    unchanged: 'Ya era correcto',
    failed: 'Fallido',
    interrupted: 'Interrumpido',
    undone: 'Deshecho',
    waiting: 'Esperando un localizador',
    identify: 'Identificando',
    license: 'Comprobando la licencia',
    read: 'Leyendo sus ajustes',
    write: 'Escribiendo ajustes',
    'read back': 'Releyendo',
    register: 'Registrando',
    undo: 'Restaurando los ajustes anteriores',
    done: 'Terminado',
  },
});
