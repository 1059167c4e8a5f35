import type { Texts } from '../translations.js';

export const unknown: Texts<'unknown'> = {
  device: 'Id',
  lastSeen: 'Última señal',
  since: 'Desde',
  source: 'Origen',
  records: 'Registros',
  dropped: '{count} descartados (memoria llena)',
  position: 'Última posición',
  http: 'HTTP',
  adopt: 'Adoptar',
  adoptOf: 'Adoptar {id}',
  adoptHint: 'Pasa a ser un dispositivo con sus registros y ocupa una licencia.',
  adopted: 'Adoptado {id}; registros: {count}.',
  show: 'Ver dispositivo',
  name: 'Nombre',
  forget: 'Olvidar',
  forgetOf: 'Olvidar {id}',
  confirmForget: '¿Olvidar {id}? Su próximo informe volverá a mostrarlo.',
  cancel: 'Cancelar',
  empty: 'No hay dispositivos desconocidos',
  emptyHint: 'Los localizadores sin registrar aparecen aquí solos.',
};
