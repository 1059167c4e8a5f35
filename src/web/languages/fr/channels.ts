import type { Translations } from '../translations.js';

export const channels: Translations['channels'] = {
  email: {
    name: 'e-mail',
    plural: 'e-mails',
    units: 'e-mails',
    recipients: 'adresses e-mail',
    recipientsHint: '',
  },
  sms: {
    name: 'SMS',
    plural: 'SMS',
    units: 'segments SMS',
    recipients: 'numéros de téléphone pour SMS',
    recipientsHint: 'Avec + et l’indicatif du pays, comme +34600111222, ou comme on le compose dans le pays de la SIM.',
  },
  webhook: {
    name: 'webhook',
    plural: 'webhooks',
    units: 'messages webhook',
    recipients: 'webhooks',
    recipientsHint: '',
  },
};
