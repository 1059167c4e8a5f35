import type { FromSchema } from 'json-schema-to-ts';
import { envelopeFields, idSchema, readOnlyFields, instantSchema, nullable, uniqueNameSchema } from '../common.js';
import { limitsInputSchema } from '../devices/device.js';
import { validator } from '../validator.js';
import { settingValueSchema } from './setting.js';

/** The name of a setting or column. */
const identifierSchema = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9]{0,31}$' } as const;

const patternSchema = (description: string) => nullable({ type: 'string', minLength: 1, maxLength: 128, description });

const properties = {
  name: uniqueNameSchema,
  description: { type: 'string', maxLength: 1024 },
  protocol: {
    type: 'string',
    maxLength: 32,
    description: 'protocol that supports provisioning: see GET /api/provisioning',
  },
  settings: {
    type: 'object',
    maxProperties: 32,
    propertyNames: identifierSchema,
    additionalProperties: { ...settingValueSchema, maxLength: 256 },
    description:
      'by name. A text with braces is a pattern: {n} is the next number, {n:3} with three digits, {identity} the id that ' +
      'the tracker reports, {column} the value in that column of the list of units',
  },
  deviceId: patternSchema('pattern of the device id that the tracker will report, if its protocol can set one'),
  deviceName: patternSchema('pattern of the device name'),
  group: { ...nullable(idSchema), description: 'group that the devices join' },
  limits: { ...nullable(limitsInputSchema), description: 'limits of the devices' },
  firstNumber: {
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    description: 'first value of {n}; omitted: 1',
  },
} as const;

/** Fields that clients cannot change. */
export const TEMPLATE_FIXED_FIELDS = ['id', 'creation', 'lastModified'] as const;

/** The settings for one kind of tracker, as stored and returned. */
export const templateSchema = {
  type: 'object',
  required: ['id', ...(Object.keys(properties) as (keyof typeof properties)[]), 'creation', 'lastModified'],
  properties: { id: idSchema, ...properties, creation: instantSchema, lastModified: instantSchema },
  additionalProperties: false,
} as const;
export type Template = Readonly<FromSchema<typeof templateSchema>>;

/** A template as clients send it. */
const templateInputSchema = {
  type: 'object',
  required: ['name', 'protocol'],
  properties: { ...properties, ...readOnlyFields(...TEMPLATE_FIXED_FIELDS, 'template'), ...envelopeFields },
  additionalProperties: false,
} as const;
export type TemplateInput = FromSchema<typeof templateInputSchema>;
export const validateTemplateInput = validator(templateInputSchema);
