import { section } from './config-section.js';

export const emailConfig = section('email', {
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
});
