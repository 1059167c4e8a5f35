import type { Translations } from '../translations.js';

export const channels: Translations['channels'] = {
  email: {
    name: 'e-mail',
    plural: 'mails',
    units: 'e-mails',
    recipients: 'e-mailadressen',
    recipientsHint: '',
  },
  sms: {
    name: 'sms',
    plural: 'sms',
    units: 'sms-segmenten',
    recipients: 'telefoonnummers voor sms',
    recipientsHint: 'Met + en landnummer, zoals +34600111222, of zoals gekozen in het land van de sim.',
  },
  webhook: {
    name: 'webhook',
    plural: 'webhooks',
    units: 'webhookberichten',
    recipients: 'webhooks',
    recipientsHint: '',
  },
};
