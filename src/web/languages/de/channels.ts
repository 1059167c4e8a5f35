import type { Translations } from '../translations.js';

export const channels: Translations['channels'] = {
  email: {
    name: 'E-Mail',
    plural: 'E-Mails',
    units: 'E-Mails',
    recipients: 'E-Mail-Adressen',
    recipientsHint: '',
  },
  sms: {
    name: 'SMS',
    plural: 'SMS',
    units: 'SMS-Segmente',
    recipients: 'Telefonnummern für SMS',
    recipientsHint: 'Mit + und Landesvorwahl, etwa +34600111222, oder wie im Land der SIM gewählt.',
  },
  webhook: {
    name: 'Webhook',
    plural: 'Webhooks',
    units: 'Webhook-Nachrichten',
    recipients: 'Webhooks',
    recipientsHint: '',
  },
};
