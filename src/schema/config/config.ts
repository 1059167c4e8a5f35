import type { FromSchema } from 'json-schema-to-ts';
import { section } from './config-section.js';
import { LOG_LEVELS } from './log-level.js';
import { notificationsConfigSchema } from './notifications-config.js';
import { portConfigSchema } from './port-config.js';
import { validator } from '../validator.js';

/** Every key of the configuration with its meaning and default: config/ is made from it, what is loaded is checked by it. */
export const configSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Waypost configuration',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', description: 'for editors; not used' },
    http: section('the API on the local network', {
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
      tls: section('https in the place of http', {
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
    auth: section('signing in', {
      tokenTtl: {
        type: 'integer',
        minimum: 60,
        maximum: 31_536_000,
        default: 86_400,
        description: 'life of a token, s',
      },
    }),
    licenses: section('how many devices', {
      total: {
        type: 'integer',
        minimum: 0,
        maximum: 1_000_000,
        default: 100,
        description: 'non-expired devices at a time',
      },
    }),
    serial: section('trackers', {
      ports: {
        type: 'array',
        maxItems: 256,
        default: [],
        items: portConfigSchema,
        description: 'the ports that are read',
      },
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
    store: section('the data folder', {
      retention: section('how much history is kept; the oldest segments of the log go first, the state stays', {
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
    notifications: notificationsConfigSchema,
    mdns: section('how the gateway is found on the local network', {
      enabled: {
        type: 'boolean',
        default: true,
        description: 'announced by mDNS as _http._tcp or, with http.tls.enabled, _https._tcp',
      },
      name: {
        type: 'string',
        maxLength: 55,
        default: '',
        description: 'shown to who looks for it; empty: Waypost and the name of the machine',
      },
    }),
    log: section('what the gateway says of itself', {
      level: { type: 'string', enum: LOG_LEVELS, default: 'info' },
    }),
  },
} as const;

export type Config = Required<Omit<FromSchema<typeof configSchema>, '$schema'>>;
export type PortConfig = FromSchema<typeof portConfigSchema>;

export const validateConfig = validator(configSchema);
