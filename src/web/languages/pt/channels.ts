import type { Translations } from '../translations.js';

export const channels: Translations['channels'] = {
  email: {
    name: 'e-mail',
    plural: 'e-mails',
    units: 'e-mails',
    recipients: 'endereços de e-mail',
    recipientsHint: '',
  },
  sms: {
    name: 'SMS',
    plural: 'SMS',
    units: 'segmentos SMS',
    recipients: 'números de telefone para SMS',
    recipientsHint: 'Com + e o indicativo do país, como +34600111222, ou como se marca no país do SIM.',
  },
  webhook: {
    name: 'webhook',
    plural: 'webhooks',
    units: 'mensagens de webhook',
    recipients: 'webhooks',
    recipientsHint: '',
  },
};
