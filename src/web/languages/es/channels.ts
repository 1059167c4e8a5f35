import type { Translations } from '../translations.js';

export const channels: Translations['channels'] = {
  email: {
    name: 'correo',
    plural: 'correos',
    units: 'correos',
    recipients: 'direcciones de correo',
    recipientsHint: '',
  },
  sms: {
    name: 'SMS',
    plural: 'SMS',
    units: 'segmentos SMS',
    recipients: 'números de teléfono para SMS',
    recipientsHint: 'Con + y el prefijo del país, como +34600111222, o como se marca en el país de la SIM.',
  },
  webhook: {
    name: 'webhook',
    plural: 'webhooks',
    units: 'mensajes de webhook',
    recipients: 'webhooks',
    recipientsHint: '',
  },
};
