import { section } from './config-section.js';

/** Of the configuration: who takes what is to be told to somebody away. */
export const notificationsConfigSchema = section('ways to tell somebody who is away', {
  ttl: {
    type: 'integer',
    minimum: 60,
    maximum: 604_800,
    default: 86_400,
    description: 's after which a message that could not be sent is of no use any more',
  },
  email: section('by email', {
    smtp: section('the mail server that takes what is to be sent', {
      host: {
        type: 'string',
        maxLength: 253,
        pattern: '^[A-Za-z0-9._:%-]*$',
        default: '',
        description: 'its name or address; empty: no email',
      },
      port: {
        type: 'integer',
        minimum: 1,
        maximum: 65_535,
        default: 587,
        description: '587 as a rule; 465 with secure',
      },
      secure: {
        type: 'boolean',
        default: false,
        description: 'TLS from the first byte; else it begins with STARTTLS',
      },
      requireTls: {
        type: 'boolean',
        default: true,
        description:
          'nothing is said to a server without TLS; false: what a server without it gets, the password too, can be read on the way',
      },
      user: { type: 'string', maxLength: 320, default: '', description: 'empty: without signing in' },
      password: {
        type: 'string',
        maxLength: 1024,
        default: '',
        description: 'of the user; better in WAYPOST_NOTIFICATIONS_EMAIL_SMTP_PASSWORD than in a file others read',
      },
      caFile: {
        type: 'string',
        maxLength: 4096,
        default: '',
        description:
          "PEM file of the certificates that vouch for the server's, or of its own; empty: the public authorities",
      },
      allowSelfSigned: {
        type: 'boolean',
        default: false,
        description:
          'any certificate will do: nobody listens on the way, but who it is that listens is not known; caFile is better',
      },
    }),
    from: {
      type: 'string',
      maxLength: 254,
      format: 'sender',
      default: '',
      description: "the sender's address; empty: the user, when that is an address",
    },
  }),
  sms: section('by SMS', {
    path: {
      type: 'string',
      maxLength: 300,
      format: 'port-path',
      default: '',
      description:
        'the port on which the modem takes commands, as one of serial.ports is named, but none of those; empty: no SMS',
    },
    baudRate: { type: 'integer', minimum: 50, maximum: 4_000_000, default: 115_200, description: 'bit/s' },
    pin: {
      type: 'string',
      maxLength: 8,
      pattern: '^(?:[0-9]{4,8})?$',
      default: '',
      description:
        'of the SIM, 4 to 8 digits; empty: it asks for none. Better in WAYPOST_NOTIFICATIONS_SMS_PIN than in a file others read',
    },
    smsc: {
      type: 'string',
      maxLength: 21,
      pattern: '^(?:[+]?[0-9]{3,20})?$',
      default: '',
      description: "number of the operator's message centre; empty: the SIM has it, as almost all have",
    },
  }),
});
