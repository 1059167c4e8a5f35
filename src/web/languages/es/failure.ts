import type { Texts } from '../translations.js';

export const failure: Texts<'failure'> = {
  lost: 'Conexión perdida',
  no_answer: 'El localizador no responde',
  garbled: 'Respuesta ilegible del localizador',
  refused: 'Rechazado por el localizador',
  mismatch: 'Se leyeron otros ajustes',
  unsupported: 'Ajuste no admitido',
  conflict: 'Conflicto',
  forbidden: 'No permitido',
  not_found: 'No encontrado',
  limit_reached: 'Límite alcanzado',
  no_license: 'Sin licencias libres',
  validation_failed: 'Ajustes no válidos',
  store_unavailable: 'No guardado',
  wrong_protocol: 'Rastreador equivocado',
  internal: 'Error interno',
};
