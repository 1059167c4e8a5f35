import type { FromSchema } from 'json-schema-to-ts';
import { idSchema } from './common.js';
import { validator } from './validator.js';

const object = <const P extends Record<string, unknown>>(description: string, properties: P) =>
  ({ type: 'object', description, default: {}, additionalProperties: false, properties }) as const;

const portSchema = {
  type: 'object',
  required: ['path', 'protocol'],
  additionalProperties: false,
  properties: {
    path: {
      type: 'string',
      minLength: 1,
      maxLength: 300,
      format: 'port-path',
      description:
        'the device; a name under /dev/serial/by-id stays the same after a re-plug. Or tcp://host:port, a device server',
    },
    protocol: {
      type: 'string',
      minLength: 1,
      maxLength: 32,
      description: 'what is spoken on it: nmea0183, ais, json or wpt; auto: it is found out by listening',
    },
    baudRate: {
      type: 'integer',
      minimum: 50,
      maximum: 4_000_000,
      description: "the protocol's usual one when left out",
    },
    deviceId: { ...idSchema, description: 'whose port this is, where the protocol does not say it itself' },
    interval: {
      type: 'integer',
      minimum: 0,
      maximum: 86_400,
      description:
        's; of each device one location in as long is stored, the first, the last and every change of state besides; 0, as when left out: all',
    },
    capture: {
      type: 'integer',
      minimum: 0,
      maximum: 1_073_741_824,
      description:
        'what passes is written down under captures/ in the data folder, so many bytes at most; 0, as when left out: nothing',
    },
  },
} as const;

/** Every key of the configuration with its meaning and default: config/ is made from it, what is loaded is checked by it. */
export const configSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Waypost configuration',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', description: 'for editors; not used' },
    http: object('the API on the local network', {
      host: {
        type: 'string',
        minLength: 1,
        default: '0.0.0.0',
        description: 'address to listen on; 0.0.0.0: all of them',
      },
      port: { type: 'integer', minimum: 0, maximum: 65_535, default: 8080, description: '0: any free one' },
      bodyLimit: {
        type: 'integer',
        minimum: 1024,
        maximum: 16_777_216,
        default: 1_048_576,
        description: 'most bytes of a request body',
      },
      corsOrigins: {
        type: 'array',
        maxItems: 64,
        default: [],
        items: { type: 'string', maxLength: 300, format: 'origin' },
        description:
          'origins whose pages may call the API from a browser, like https://depot.example; none: CORS is off',
      },
      tls: object('https in the place of http', {
        enabled: { type: 'boolean', default: false, description: 'TLS 1.2 or newer, and no plain http beside it' },
        cert: {
          type: 'string',
          maxLength: 4096,
          default: '',
          description: 'PEM file of the certificate and its chain; empty, as the key: self-signed, in the data folder',
        },
        key: { type: 'string', maxLength: 4096, default: '', description: 'PEM file of its key, without a passphrase' },
      }),
    }),
    timeZone: {
      type: 'string',
      format: 'time-zone',
      default: 'UTC',
      description: 'IANA name; its midnight is the turn of the day for the daily counters',
    },
    auth: object('signing in', {
      tokenTtl: {
        type: 'integer',
        minimum: 60,
        maximum: 31_536_000,
        default: 86_400,
        description: 'life of a token, s',
      },
    }),
    licenses: object('how many devices', {
      total: {
        type: 'integer',
        minimum: 0,
        maximum: 1_000_000,
        default: 100,
        description: 'non-expired devices at a time',
      },
    }),
    serial: object('trackers', {
      ports: { type: 'array', maxItems: 256, default: [], items: portSchema, description: 'the ports that are read' },
      scan: {
        type: 'boolean',
        default: false,
        description: 'every serial device that is plugged in is read, after listening for what is spoken',
      },
      unknownDevices: {
        type: 'string',
        enum: ['quarantine', 'register', 'drop'],
        default: 'quarantine',
        description:
          'what an id that is not registered sends: kept aside until it is adopted; or makes a device of it, as long as licences are free; or is refused',
      },
    }),
    store: object('the data folder', {
      retention: object('how much history is kept; the oldest segments of the log go first, the state stays', {
        days: {
          type: 'integer',
          minimum: 0,
          maximum: 36_500,
          default: 400,
          description: 'since it arrived; 0: no limit',
        },
        bytes: { type: 'integer', minimum: 0, default: 8_589_934_592, description: 'of the whole log; 0: no limit' },
      }),
      segmentBytes: {
        type: 'integer',
        minimum: 65_536,
        maximum: 67_108_864,
        default: 8_388_608,
        description: 'a segment of the log is closed at this size',
      },
      snapshotBytes: {
        type: 'integer',
        minimum: 65_536,
        maximum: 1_073_741_824,
        default: 8_388_608,
        description: 'state.json is written again when the log has grown by so much; a start reads as much at most',
      },
    }),
    notifications: object('ways to tell somebody who is away', {
      ttl: {
        type: 'integer',
        minimum: 60,
        maximum: 604_800,
        default: 86_400,
        description: 's after which a message that could not be sent is of no use any more',
      },
      email: object('by email', {
        smtp: object('the mail server that takes what is to be sent', {
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
    }),
    log: object('what the gateway says of itself', {
      level: { type: 'string', enum: ['silent', 'error', 'warn', 'info', 'debug'], default: 'info' },
    }),
  },
} as const;

export type Config = Required<Omit<FromSchema<typeof configSchema>, '$schema'>>;
export type PortConfig = FromSchema<typeof portSchema>;

export const validateConfig = validator(configSchema);
