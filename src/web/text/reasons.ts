import { defineText } from './text.js';

/** The API's stable words for why a message was not to be sent. */
export const reasonText = defineText({
  en: {
    limit_reached: 'The daily limit of the device is used up: raise it, or wait for the next day.',
    outbox_full: 'Too many messages wait already: see Health for what keeps them.',
    repeat: 'The same was told a short while ago.',
    canceled: 'It was canceled.',
  },
  es: {
    limit_reached: 'El límite diario del dispositivo está agotado: súbalo, o espere al día siguiente.',
    outbox_full: 'Ya esperan demasiados mensajes: vea en Estado del sistema qué los retiene.',
    repeat: 'Lo mismo se avisó hace poco.',
    canceled: 'Se ha anulado.',
  },
});
