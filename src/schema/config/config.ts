import type { FromSchema } from 'json-schema-to-ts';
import { attentionSchema } from './attention.js';
import { compiledConfig } from './compiled-config.js';
import { section } from './config-section.js';
import { listenerConfigSchema, MAX_LISTENERS } from './listener-config.js';
import { LOG_LEVELS } from './log-level.js';
import { notificationsConfigSchema } from './notifications-config.js';
import { portConfigSchema } from './port-config.js';
import { MAX_UPLINKS, uplinkConfigSchema } from '../uplinks/uplink-settings.js';
import { strictValidator } from '../validator.js';

/** Every configuration key, its meaning and default. The files in config/ are generated from it. */
export const configSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Waypost configuration',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', description: 'for editors; ignored by the gateway' },
    http: section('the API on the local network', {
      host: {
        type: 'string',
        minLength: 1,
        default: '0.0.0.0',
        description: 'address to listen on; 0.0.0.0: all addresses',
      },
      port: { type: 'integer', minimum: 0, maximum: 65_535, default: 8080, description: 'TCP port; 0: any free port' },
      bodyLimit: {
        type: 'integer',
        minimum: 1024,
        maximum: 16_777_216,
        default: 1_048_576,
        description: 'maximum size of a request body, bytes',
      },
      corsOrigins: {
        type: 'array',
        maxItems: 64,
        default: [],
        items: { type: 'string', maxLength: 300, format: 'origin' },
        description:
          'origins whose pages may call the API from a browser, like https://depot.example; empty: CORS is off',
      },
      hosts: {
        type: 'array',
        maxItems: 64,
        default: [],
        items: { type: 'string', maxLength: 253, format: 'host-name' },
        description:
          "names by which clients call the gateway, like gateway.depot.example, besides its addresses, localhost and the machine's own names; a request for any other name is refused",
      },
      trustedProxies: {
        type: 'array',
        maxItems: 64,
        default: [],
        items: { type: 'string', maxLength: 64, format: 'network' },
        description:
          'networks of reverse proxies, like 127.0.0.1/32: the client of their X-Forwarded-For counts for limits, sessions and the log; empty: the header is ignored',
      },
      tls: section('https instead of http', {
        enabled: { type: 'boolean', default: false, description: 'TLS 1.2 or newer; plain http is off' },
        cert: {
          type: 'string',
          maxLength: 4096,
          default: '',
          description: 'PEM file of the certificate and its chain; cert and key empty: a self-signed certificate in the data folder',
        },
        key: { type: 'string', maxLength: 4096, default: '', description: 'PEM file of the private key, without a passphrase' },
      }),
    }),
    timeZone: {
      type: 'string',
      format: 'time-zone',
      default: 'UTC',
      description: 'IANA name; daily counters reset at midnight in this zone',
    },
    auth: section('sign-in', {
      tokenTtl: {
        type: 'integer',
        minimum: 60,
        maximum: 31_536_000,
        default: 86_400,
        description: 'lifetime of a token, s',
      },
      rememberTtl: {
        type: 'integer',
        minimum: 60,
        maximum: 31_536_000,
        default: 2_592_000,
        description: 'lifetime of a token of a user who stays signed in, s',
      },
    }),
    licenses: section('number of devices', {
      total: {
        type: 'integer',
        minimum: 0,
        maximum: 1_000_000,
        default: 100,
        description: 'maximum number of non-expired devices',
      },
    }),
    serial: section('ports and listeners that trackers are connected to', {
      ports: {
        type: 'array',
        maxItems: 256,
        default: [],
        items: portConfigSchema,
        description: 'ports to read',
      },
      listeners: {
        type: 'array',
        maxItems: MAX_LISTENERS,
        default: [],
        items: listenerConfigSchema,
        description: 'network ports on which trackers connect to the gateway',
      },
      scan: {
        type: 'boolean',
        default: false,
        description: 'read every serial device that is plugged in, after detecting its protocol; omitted: as set on the dashboard, which in a new data folder is on, for USB adapters that no other program holds',
      },
      unknownDevices: {
        type: 'string',
        enum: ['quarantine', 'register', 'drop'],
        default: 'quarantine',
        description:
          'reports of unregistered ids; quarantine: kept until the id is adopted; register: the id is registered while licenses are free; drop: refused',
      },
    }),
    store: section('the data folder', {
      retention: section('how much history is kept; the oldest segments of the log are deleted first, the state stays', {
        days: {
          type: 'integer',
          minimum: 0,
          maximum: 36_500,
          default: 400,
          description: 'days since arrival; 0: no limit',
        },
        bytes: { type: 'integer', minimum: 0, default: 8_589_934_592, description: 'size of the whole log; 0: no limit' },
        uplinkBytes: {
          type: 'integer',
          minimum: 0,
          default: 2_147_483_648,
          description: 'size of what is kept beyond days and bytes until the uplinks have forwarded it; 0: nothing',
        },
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
        description: 'state.json is rewritten when the log has grown by this size; a start reads at most this much of the log',
      },
    }),
    notifications: notificationsConfigSchema,
    uplinks: {
      type: 'array',
      maxItems: MAX_UPLINKS,
      default: [],
      items: uplinkConfigSchema,
      description: 'far sides to which records are forwarded',
    },
    attention: attentionSchema,
    mdns: section('announcement on the local network', {
      enabled: {
        type: 'boolean',
        default: true,
        description: 'announce the gateway by mDNS as _http._tcp or, with http.tls.enabled, _https._tcp',
      },
      name: {
        type: 'string',
        maxLength: 55,
        default: '',
        description: 'name shown in network browsers; empty: Waypost and the name of the machine',
      },
    }),
    log: section('application log', {
      level: { type: 'string', enum: LOG_LEVELS, default: 'info' },
    }),
  },
} as const;

export type Config = Required<Omit<FromSchema<typeof configSchema>, '$schema'>>;
export type PortConfig = FromSchema<typeof portConfigSchema>;
export type ListenerConfig = Readonly<FromSchema<typeof listenerConfigSchema>>;

export const validateConfig = strictValidator(configSchema, compiledConfig);
