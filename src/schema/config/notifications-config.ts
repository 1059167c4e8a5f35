import { section } from './config-section.js';

/** The delivery channels in the configuration. */
export const notificationsConfigSchema = section('sending of messages and notifications', {
  ttl: {
    type: 'integer',
    minimum: 60,
    maximum: 604_800,
    default: 86_400,
    description: 's until a message that could not be sent expires',
  },
  email: section('email', {
    smtp: section('outgoing mail server', {
      host: {
        type: 'string',
        maxLength: 253,
        pattern: '^[A-Za-z0-9._:%-]*$',
        default: '',
        description: 'host name or address; empty: no email',
      },
      port: {
        type: 'integer',
        minimum: 1,
        maximum: 65_535,
        default: 587,
        description: 'usually 587; 465 with secure',
      },
      secure: {
        type: 'boolean',
        default: false,
        description: 'TLS from the first byte; false: STARTTLS',
      },
      requireTls: {
        type: 'boolean',
        default: true,
        description:
          'send nothing to a server without TLS; false: such a server receives everything, the password too, unencrypted',
      },
      user: { type: 'string', maxLength: 320, default: '', description: 'empty: no authentication' },
      password: {
        type: 'string',
        maxLength: 1024,
        default: '',
        description: 'password of the user; safer in WAYPOST_NOTIFICATIONS_EMAIL_SMTP_PASSWORD than in a file that others can read',
      },
      caFile: {
        type: 'string',
        maxLength: 4096,
        default: '',
        description:
          "PEM file of the CA certificates for the server, or of the server's own certificate; empty: the public authorities",
      },
      allowSelfSigned: {
        type: 'boolean',
        default: false,
        description:
          'accept any certificate: the connection is encrypted, but the server is not authenticated; caFile is better',
      },
    }),
    from: {
      type: 'string',
      maxLength: 254,
      format: 'sender',
      default: '',
      description: 'address of the sender; empty: the user, if it is an address',
    },
  }),
  sms: section('SMS', {
    path: {
      type: 'string',
      maxLength: 300,
      format: 'port-path',
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
  }),
});
