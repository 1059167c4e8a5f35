import type { Texts } from '../translations.js';

export const displays: Texts<'displays'> = {
  lead: 'Una pantalla muestra mapa y alertas, no cambia nada y mantiene la sesión hasta que la quite aquí.',
  preview: 'Vista previa',
  create: 'Pantalla nueva',
  createLink: 'Crear su enlace',
  empty: 'Aún no hay pantallas',
  emptyHint: 'Cree una y abra su enlace una vez en el navegador de la pantalla.',
  name: 'Nombre',
  namePlaceholder: 'Entrada',
  shows: 'Muestra',
  all: 'todos los dispositivos que usted ve',
  created: 'Creada',
  lastUsed: 'Último uso',
  actions: 'Acciones',
  remove: 'Quitar',
  confirmRemove: '¿Quitar esta pantalla? Su sesión se cierra al momento.',
  linkOf: 'Enlace de {name}',
  linkOnce: 'Ábralo una vez en el navegador de la pantalla. Solo se muestra ahora y es como una contraseña.',
  linkCode: 'Código QR del enlace de {name}',
};
