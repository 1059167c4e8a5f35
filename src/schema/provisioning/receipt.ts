import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema, namedReferenceSchema, nullable } from '../common.js';
import { settingValueSchema } from './setting.js';

const text = { type: 'string' } as const;

const settingsSchema = {
  type: 'object',
  additionalProperties: settingValueSchema,
  description: 'by name, without secrets',
} as const;

/** Values for one tracker, by column. */
export const unitRowSchema = {
  type: 'object',
  maxProperties: 64,
  propertyNames: { type: 'string', minLength: 1, maxLength: 64 },
  additionalProperties: { type: 'string', maxLength: 256 },
} as const;
export type UnitRow = Readonly<FromSchema<typeof unitRowSchema>>;

/**
 * verified: the settings read back equal the desired ones, and the device is registered. unchanged: that was so before.
 * failed: the tracker is as it was. interrupted: settings may be incomplete; the work continues when the tracker is on
 * a port in provisioning again. undone: the tracker has its previous settings.
 */
export const PROVISIONING_OUTCOMES = ['verified', 'unchanged', 'failed', 'interrupted', 'undone'] as const;
export type ProvisioningOutcome = (typeof PROVISIONING_OUTCOMES)[number];

/** Proof of what was written to one tracker and read back. */
export const receiptSchema = {
  type: 'object',
  required: [
    'id',
    'at',
    'provisioning',
    'by',
    'port',
    'protocol',
    'template',
    'outcome',
    'message',
    'hardwareId',
    'deviceId',
    'model',
    'firmware',
    'before',
    'wanted',
    'after',
    'secrets',
    'registered',
    'row',
    'number',
  ],
  properties: {
    id: idSchema,
    at: instantSchema,
    provisioning: idSchema,
    by: namedReferenceSchema,
    port: text,
    protocol: text,
    template: nullable(namedReferenceSchema),
    outcome: { enum: PROVISIONING_OUTCOMES },
    message: nullable(text),
    hardwareId: text,
    deviceId: text,
    model: text,
    firmware: text,
    before: settingsSchema,
    wanted: settingsSchema,
    after: settingsSchema,
    secrets: { type: 'array', items: text, description: 'settings that were written and cannot be read' },
    registered: { type: 'boolean', description: 'the device was not registered before' },
    row: { ...nullable(unitRowSchema), description: 'row of the list of units' },
    number: { ...nullable({ type: 'integer' }), description: 'value of {n}' },
  },
  additionalProperties: false,
} as const;
export type ProvisioningReceipt = Readonly<FromSchema<typeof receiptSchema>>;

export const UNIT_WORK_FIELDS = [
  'provisioning',
  'port',
  'protocol',
  'template',
  'hardwareId',
  'deviceId',
  'before',
  'wanted',
  'row',
  'number',
] as const;

/** Work that started and has not ended: a tracker's previous and desired settings. */
export type UnitWork = Pick<ProvisioningReceipt, (typeof UNIT_WORK_FIELDS)[number]>;

export const receiptQuerySchema = {
  type: 'object',
  properties: {
    deviceId: { type: 'string', maxLength: 64, description: 'device id or hardware id' },
    limit: { type: 'integer', minimum: 1, maximum: 1_000, default: 100 },
    offset: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 0 },
  },
  additionalProperties: false,
} as const;

export const receiptFormatSchema = {
  type: 'object',
  properties: { format: { enum: ['json', 'html'], default: 'json' } },
  additionalProperties: false,
} as const;
