import { section } from './config-section.js';

export const smsConfig = section('SMS', {
  path: {
    type: 'string',
    maxLength: 300,
    format: 'modem-path',
    default: '',
    description:
      'command port of the modem, named like a port in serial.ports but not listed there; empty: no SMS',
  },
  baudRate: { type: 'integer', minimum: 50, maximum: 4_000_000, default: 115_200, description: 'bit/s' },
  pin: {
    type: 'string',
    maxLength: 8,
    pattern: '^(?:[0-9]{4,8})?$',
    default: '',
    description:
      'PIN of the SIM, 4 to 8 digits; empty: the SIM needs none. Safer in WAYPOST_NOTIFICATIONS_SMS_PIN than in a file that others can read',
  },
  smsc: {
    type: 'string',
    maxLength: 21,
    pattern: '^(?:[+]?[0-9]{3,20})?$',
    default: '',
    description: "number of the operator's message center; empty: stored on the SIM, as on almost all",
  },
});
