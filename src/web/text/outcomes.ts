import { defineText } from './text.js';

/** What became of a tracker that was set up, and how far one has come. */
export const outcomeText = defineText({
  en: {
    verified: 'Verified',
    unchanged: 'Was so already',
    failed: 'Failed',
    interrupted: 'Interrupted',
    undone: 'Undone',
    waiting: 'Waiting for a tracker',
    identify: 'Asking who it is',
    license: 'Checking the license',
    read: 'Reading its settings',
    write: 'Writing settings',
    'read back': 'Reading back',
    register: 'Registering',
    undo: 'Giving back its former settings',
    done: 'Done',
  },
  es: {
    verified: 'Comprobado',
    unchanged: 'Ya estaba así',
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
    undo: 'Devolviendo sus ajustes anteriores',
    done: 'Terminado',
  },
});
