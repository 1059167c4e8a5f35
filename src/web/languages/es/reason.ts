import type { Texts } from '../translations.js';

export const reason: Texts<'reason'> = {
  limit_reached: 'El límite diario del dispositivo está agotado. Auméntelo o espere a mañana.',
  outbox_full: 'Hay demasiados mensajes en espera. Vea la causa en Estado del sistema.',
  repeat: 'Duplicado de un mensaje reciente.',
  canceled: 'Anulado.',
};
