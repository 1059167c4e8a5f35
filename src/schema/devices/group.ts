import type { FromSchema } from 'json-schema-to-ts';
import { envelopeFields, idSchema, readOnlyFields, instantSchema, uniqueNameSchema } from '../common.js';
import { validator } from '../validator.js';

const MAX_DEVICES = 100_000;

const properties = {
  name: uniqueNameSchema,
  description: { type: 'string', maxLength: 1024 },
  devices: {
    type: 'array',
    maxItems: MAX_DEVICES,
    uniqueItems: true,
    items: idSchema,
    description: 'ids of registered devices',
  },
} as const;

/** A group as stored and returned. */
export const groupSchema = {
  type: 'object',
  required: ['id', 'name', 'description', 'devices', 'creation', 'lastModified'],
  properties: { id: idSchema, ...properties, creation: instantSchema, lastModified: instantSchema },
  additionalProperties: false,
} as const;
export type Group = FromSchema<typeof groupSchema>;

/** Fields that clients cannot change. */
export const GROUP_FIXED_FIELDS = ['id', 'creation', 'lastModified'] as const;

/** A group as clients send it. */
export const groupInputSchema = {
  type: 'object',
  required: ['name'],
  properties: { ...properties, ...readOnlyFields(...GROUP_FIXED_FIELDS, 'group'), ...envelopeFields },
  additionalProperties: false,
} as const;
export type GroupInput = FromSchema<typeof groupInputSchema>;
export const validateGroupInput = validator(groupInputSchema, { ignoreUnknown: true });
