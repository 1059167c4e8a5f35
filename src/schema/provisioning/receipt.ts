import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema, nullable } from '../common.js';
import { settingValueSchema } from './setting.js';

const text = { type: 'string' } as const;

const settingsSchema = {
  type: 'object',
  additionalProperties: settingValueSchema,
  description: 'by name; what is secret is not in it',
} as const;

/** What one tracker gets that others do not, by column. */
export const unitRowSchema = {
  type: 'object',
  maxProperties: 64,
  propertyNames: { type: 'string', minLength: 1, maxLength: 64 },
  additionalProperties: { type: 'string', maxLength: 256 },
} as const;
export type UnitRow = Readonly<FromSchema<typeof unitRowSchema>>;

/** Who or what it was, as it was called then. */
export const namedReferenceSchema = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: idSchema, name: text },
  additionalProperties: false,
} as const;

/**
 * verified: what is read back equals what was asked, and the device is registered. unchanged: it was so before. failed:
 * the tracker is as it was. interrupted: it may be half set, and is finished once it is on a port in provisioning again.
 * undone: it has its former settings.
 */
export const PROVISIONING_OUTCOMES = ['verified', 'unchanged', 'failed', 'interrupted', 'undone'] as const;
export type ProvisioningOutcome = (typeof PROVISIONING_OUTCOMES)[number];

/** Proof of what was done to a tracker. */
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
    secrets: { type: 'array', items: text, description: 'settings that were written and can not be read' },
    registered: { type: 'boolean', description: 'it was no device before' },
    row: { ...nullable(unitRowSchema), description: 'of the list of units' },
    number: { ...nullable({ type: 'integer' }), description: 'that {n} stood for' },
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

/** What has been begun and not ended: what a tracker had before, and what it is to have. */
export type UnitWork = Pick<ProvisioningReceipt, (typeof UNIT_WORK_FIELDS)[number]>;

export const receiptQuerySchema = {
  type: 'object',
  properties: {
    deviceId: { type: 'string', maxLength: 64, description: 'the id of the device, or of the hardware' },
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
