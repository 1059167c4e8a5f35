import type { FromSchema } from 'json-schema-to-ts';
import { envelopeFields, idSchema, readOnlyFields, instantSchema, nullable, uniqueNameSchema } from '../common.js';
import { limitsInputSchema } from '../devices/device.js';
import { validator } from '../validator.js';
import { settingValueSchema } from './setting.js';

/** A word of its own, as columns and settings are called. */
const identifierSchema = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9]{0,31}$' } as const;

const patternSchema = (description: string) => nullable({ type: 'string', minLength: 1, maxLength: 128, description });

const properties = {
  name: uniqueNameSchema,
  description: { type: 'string', maxLength: 1024 },
  protocol: { type: 'string', maxLength: 32, description: 'one whose trackers can be set up: GET /api/provisioning' },
  settings: {
    type: 'object',
    maxProperties: 32,
    propertyNames: identifierSchema,
    additionalProperties: { ...settingValueSchema, maxLength: 256 },
    description:
      'by name. A text in which braces stand is a pattern: {n} is the next number, {n:3} with three digits, {identity} ' +
      'who the tracker says it is, {column} what the list of units has in that column',
  },
  deviceId: patternSchema('pattern of the id under which trackers report from then on, where they can be given one'),
  deviceName: patternSchema('pattern of the name of the device'),
  group: { ...nullable(idSchema), description: 'the devices join it' },
  limits: { ...nullable(limitsInputSchema), description: 'of the devices' },
  firstNumber: {
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    description: 'that {n} begins with; 1 when left out',
  },
} as const;

/** What no client can change. */
export const TEMPLATE_FIXED_FIELDS = ['id', 'creation', 'lastModified'] as const;

/** How trackers of one kind are set up, as it is kept and shown. */
export const templateSchema = {
  type: 'object',
  required: ['id', ...(Object.keys(properties) as (keyof typeof properties)[]), 'creation', 'lastModified'],
  properties: { id: idSchema, ...properties, creation: instantSchema, lastModified: instantSchema },
  additionalProperties: false,
} as const;
export type Template = Readonly<FromSchema<typeof templateSchema>>;

/** A template as a client may send it. */
export const templateInputSchema = {
  type: 'object',
  required: ['name', 'protocol'],
  properties: { ...properties, ...readOnlyFields(...TEMPLATE_FIXED_FIELDS, 'template'), ...envelopeFields },
  additionalProperties: false,
} as const;
export type TemplateInput = FromSchema<typeof templateInputSchema>;
export const validateTemplateInput = validator(templateInputSchema);
