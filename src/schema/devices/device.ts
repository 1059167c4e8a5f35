import type { FromSchema } from 'json-schema-to-ts';
import {
  envelopeFields,
  idSchema,
  lineSchema,
  newDeviceIdSchema,
  readOnlyFields,
  instantSchema,
  nullable,
  tagsSchema,
} from '../common.js';
import { CHANNELS, channelFieldNames, channelFields, type ChannelField } from '../channels.js';
import { validator } from '../validator.js';

const dailyLimit = { type: ['integer', 'null'], minimum: 0, maximum: 1_000_000 } as const;

const usage = { type: 'integer', minimum: 0 } as const;

const limitProperties = {
  expires: {
    type: 'object',
    required: ['enabled'],
    properties: { enabled: { type: 'boolean' }, date: nullable(instantSchema) },
    additionalProperties: false,
  },
  ...channelFields('limitField', (channel) => ({
    ...dailyLimit,
    description: `${CHANNELS[channel].labels.units} per local date; 0: none; null: no limit`,
  })),
} as const;

/** Limits as clients send them; an omitted limit means unlimited. */
export const limitsInputSchema = {
  type: 'object',
  properties: limitProperties,
  additionalProperties: false,
} as const;
export type LimitsInput = FromSchema<typeof limitsInputSchema>;

/** Limits as the API returns them. */
export const limitsSchema = {
  type: 'object',
  required: ['expires', ...channelFieldNames('limitField')],
  properties: { ...limitProperties, expires: { ...limitProperties.expires, required: ['enabled', 'date'] } },
  additionalProperties: false,
} as const;

/** What was sent on the local date `date`. */
export const usageSchema = {
  type: 'object',
  required: ['date', ...channelFieldNames('usageField')],
  properties: {
    date: { type: 'string', format: 'date' },
    ...channelFields('usageField', (channel) => ({ ...usage, description: CHANNELS[channel].labels.units })),
  },
  additionalProperties: false,
} as const;

const deviceIdSchema = { ...idSchema, description: 'IMEI or serial number' } as const;

const properties = {
  name: { ...lineSchema, maxLength: 128 },
  description: { type: 'string', maxLength: 1024 },
  min: { type: 'string', maxLength: 32, description: "the tracker's telephone number" },
  tags: tagsSchema,
  expires: nullable(instantSchema),
} as const;

/** The id of a record: gateway, generation and number of the entry. */
export const recordIdSchema = {
  type: 'string',
  maxLength: 96,
  pattern: '^[A-Za-z0-9._-]{1,64}:[a-z2-7]{8}:[0-9]{1,15}$',
} as const;

/** The gateway that forwarded a record, and the id that the record has there. */
const gatewayFields = {
  gateway: { ...idSchema, description: 'id of the gateway that forwarded it; left out: it came to this one' },
  id: { ...recordIdSchema, description: 'its id at that gateway' },
} as const;

export const originSchema = {
  type: 'object',
  required: ['gateway', 'id'],
  properties: gatewayFields,
  additionalProperties: false,
} as const;
export type Origin = Readonly<FromSchema<typeof originSchema>>;

/** Where data came from: the protocol, and the port unless it came over HTTP. */
export const sourceSchema = {
  type: 'object',
  required: ['protocol'],
  properties: {
    protocol: { type: 'string' },
    port: { type: 'string' },
    rule: { type: 'string', description: 'id of the alert rule that raised an alert' },
    ...gatewayFields,
  },
  additionalProperties: false,
} as const;
export type Source = Readonly<FromSchema<typeof sourceSchema>>;

/** A device as the API returns it: the stored fields, and what is computed from them on request. */
export const deviceSchema = {
  type: 'object',
  required: [
    'id',
    'name',
    'description',
    'min',
    'tags',
    'expires',
    'state',
    'limits',
    'usage',
    'lastSeen',
    'usualInterval',
    'source',
  ],
  properties: {
    id: deviceIdSchema,
    ...properties,
    state: { enum: ['active', 'expired'] },
    limits: limitsSchema,
    usage: usageSchema,
    lastSeen: nullable(instantSchema),
    usualInterval: {
      ...nullable({ type: 'integer', minimum: 1 }),
      description: 'seconds between two reports; null until the device has reported twice',
    },
    source: nullable(sourceSchema),
  },
  additionalProperties: false,
} as const;
export type DeviceView = FromSchema<typeof deviceSchema>;

/** Fields that clients cannot change. */
export const DEVICE_FIXED_FIELDS = ['id', 'usage', 'state', 'lastSeen', 'usualInterval', 'source'] as const;

/** A device as clients send it. */
const inputProperties = {
  ...properties,
  limits: limitsInputSchema,
  ...readOnlyFields('usage', 'state', 'lastSeen', 'usualInterval', 'source', 'creation', 'lastModified', 'device'),
  ...envelopeFields,
} as const;

export const deviceInputSchema = {
  type: 'object',
  required: ['id'],
  properties: { id: { ...deviceIdSchema, ...newDeviceIdSchema }, ...inputProperties },
  additionalProperties: false,
} as const;
export const validateDeviceInput = validator(deviceInputSchema);
export type DeviceInput = FromSchema<typeof deviceInputSchema>;

/** The same with `id` optional: the path has it. */
export const deviceChangeSchema = {
  ...deviceInputSchema,
  required: [],
  properties: { id: deviceIdSchema, ...inputProperties },
} as const;
export const validateDeviceChange = validator(deviceChangeSchema);
export type DeviceChange = FromSchema<typeof deviceChangeSchema>;

/** Limits alone, bare or as returned together with the usage. */
const limitsPutSchema = {
  type: 'object',
  properties: { ...limitProperties, limits: limitsInputSchema, ...readOnlyFields('usage'), ...envelopeFields },
  additionalProperties: false,
} as const;
export const validateLimitsPut = validator(limitsPutSchema);

/** Daily limits by field; null and missing (an entry older than the channel): no limit. */
type StoredLimits = Readonly<Partial<Record<ChannelField<'limitField'>, number | null>>>;

/** A device as stored: facts only. Its state, license and usage are computed on request. */
export type Device = StoredLimits & {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly min: string;
  readonly tags: Readonly<Record<string, string>>;
  /** UTC; null: never */
  readonly expires: string | null;
  /** id of the user who registered it; null: the gateway did when the device first reported */
  readonly registeredBy: string | null;
};
