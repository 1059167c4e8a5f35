import type { FromSchema } from 'json-schema-to-ts';
import { envelopeIgnored, idSchema, ignored, instantSchema, uniqueNameSchema } from './common.js';
import { validator } from './validator.js';

const MOST_DEVICES = 100_000;

const properties = {
  name: uniqueNameSchema,
  description: { type: 'string', maxLength: 1024 },
  devices: {
    type: 'array',
    maxItems: MOST_DEVICES,
    uniqueItems: true,
    items: idSchema,
    description: 'ids of registered devices',
  },
} as const;

/** A group as it is kept and shown. */
export const groupSchema = {
  type: 'object',
  required: ['id', 'name', 'description', 'devices', 'creation', 'lastModified'],
  properties: { id: idSchema, ...properties, creation: instantSchema, lastModified: instantSchema },
  additionalProperties: false,
} as const;
export type Group = FromSchema<typeof groupSchema>;

/** What no client can change. */
export const groupFixedFields = ['id', 'creation', 'lastModified'] as const;

/** A group as a client may send it. */
export const groupInputSchema = {
  type: 'object',
  required: ['name'],
  properties: { ...properties, ...ignored(...groupFixedFields, 'group'), ...envelopeIgnored },
  additionalProperties: false,
} as const;
export type GroupInput = FromSchema<typeof groupInputSchema>;
export const validateGroupInput = validator(groupInputSchema);
