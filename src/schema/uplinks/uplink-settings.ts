import type { FromSchema } from 'json-schema-to-ts';

/** The name of an uplink is part of addresses, files and metrics. */
export const uplinkNameSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 32,
  pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$',
} as const;

/** Uplinks of one gateway: those of the configuration and those that administrators add. */
export const MAX_UPLINKS = 8;

const secretSchema = { type: 'string', maxLength: 1024 } as const;
const fileSchema = { type: 'string', minLength: 1, maxLength: 4096 } as const;

/** What every uplink has. */
const common = {
  name: { ...uplinkNameSchema, description: 'names the uplink in addresses, metrics and commands' },
  enabled: { type: 'boolean', description: 'false: nothing is forwarded, the position stays; true or omitted: on' },
  from: {
    anyOf: [
      { type: 'string', enum: ['now', 'start'] },
      { type: 'integer', minimum: 0 },
    ],
    description:
      'where a new uplink begins: now (or omitted): with the next record; start: with the oldest one that is kept; a number: after that entry of the log',
  },
  bytesPerSecond: {
    type: 'integer',
    minimum: 100,
    maximum: 1_000_000_000,
    description: 'limit for records behind the newest ones, before compression; omitted: none',
  },
  window: {
    type: 'string',
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d-([01]\\d|2[0-3]):[0-5]\\d$',
    description:
      'local time in which records behind the newest ones are sent, like 01:00-05:00; alerts and newest locations are sent at any time; omitted: always',
  },
  relay: {
    type: 'boolean',
    description: 'true: also forwards what other gateways sent to this one, never back to the gateway it came from',
  },
  tls: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ca: {
        ...fileSchema,
        description: 'PEM file of the CA certificates for the server; omitted: the public authorities',
      },
      cert: { ...fileSchema, description: 'PEM file of the client certificate; omitted: none' },
      key: { ...fileSchema, description: 'PEM file of its private key' },
      insecure: {
        type: 'boolean',
        description: 'true: accepts any certificate: the connection is encrypted, the server is not authenticated',
      },
    },
    description: 'TLS of the connection, if the url asks for TLS',
  },
} as const;

const urlSchema = (schemes: string) =>
  ({ type: 'string', minLength: 1, maxLength: 1024, pattern: `^(${schemes})://[^\\s@]+$` }) as const;

const row = <const Type extends string, const Own extends Record<string, unknown>>(type: Type, own: Own) =>
  ({
    type: 'object',
    required: ['name', 'type', 'url'],
    additionalProperties: false,
    properties: { type: { type: 'string', const: type }, ...common, ...own },
  }) as const;

const TOPIC_PART = '^[^+#/\\s\\p{C}]+(/[^+#/\\s\\p{C}]+)*$';

/** The table of the types of uplinks: settings of each. The code of a type is its row in src/uplinks/index.ts. */
export const UPLINKS = {
  rest: row('rest', {
    url: {
      ...urlSchema('https?'),
      description: 'address of the tracking service or of another gateway, like https://center.example',
    },
    userName: { type: 'string', maxLength: 256, description: 'user of the far side' },
    apiKey: { ...secretSchema, description: 'API key of that user' },
  }),
  mqtt: row('mqtt', {
    url: { ...urlSchema('mqtts?'), description: 'address of an MQTT 5 broker, like mqtts://broker.example:8883' },
    user: { type: 'string', maxLength: 256 },
    password: secretSchema,
    prefix: {
      type: 'string',
      maxLength: 64,
      pattern: TOPIC_PART,
      description: 'first part of every topic; omitted: waypost',
    },
    commands: {
      type: 'boolean',
      description: 'true: commands to trackers are taken from <prefix>/<gateway>/device/<id>/command',
    },
    homeAssistant: {
      anyOf: [{ type: 'boolean' }, { type: 'string', maxLength: 64, pattern: TOPIC_PART }],
      description:
        'true: announces the devices to Home Assistant; a text: the prefix of its discovery topics, if it is not homeassistant',
    },
  }),
  nats: row('nats', {
    url: {
      type: 'string',
      minLength: 1,
      maxLength: 1024,
      pattern: '^(nats|tls)://[^\\s@,]+(,[^\\s@,]+)*$',
      description: 'addresses of the servers of one cluster, like nats://host1,host2,host3',
    },
    user: { type: 'string', maxLength: 256 },
    password: secretSchema,
    nkeySeed: { ...secretSchema, description: 'seed of an NKey, instead of user and password' },
    stream: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z0-9_-]+$',
      description: 'the JetStream stream; omitted: WAYPOST; made if it is missing and the account may make it',
    },
    replicas: { type: 'integer', minimum: 1, maximum: 5, description: 'of a stream that is made; omitted: 1' },
  }),
} as const;

export type UplinkType = keyof typeof UPLINKS;
export const UPLINK_TYPES = Object.keys(UPLINKS) as readonly UplinkType[];

/** What is never returned, by type; kept in keys.json if it is set by the API. */
export const UPLINK_SECRETS = {
  rest: ['apiKey'],
  mqtt: ['password'],
  nats: ['password', 'nkeySeed'],
} as const satisfies Readonly<Record<UplinkType, readonly string[]>>;

/** One uplink in the configuration. */
export const uplinkConfigSchema = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [UPLINKS.rest, UPLINKS.mqtt, UPLINKS.nats],
} as const;

type SettingsOf = { readonly [Type in UplinkType]: Readonly<FromSchema<(typeof UPLINKS)[Type]>> };
export type UplinkSettingsOf<Type extends UplinkType> = SettingsOf[Type];
export type UplinkSettings = SettingsOf[UplinkType];
