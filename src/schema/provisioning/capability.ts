import { SETTING_TYPES, settingValueSchema } from './setting.js';

const text = { type: 'string' } as const;

const settingSchema = {
  type: 'object',
  required: ['type', 'title', 'description'],
  properties: {
    type: { enum: SETTING_TYPES },
    title: { type: 'string', description: 'its name in a form' },
    description: text,
    unit: { type: 'string', description: 'of the number, like s or m' },
    minimum: { type: 'number' },
    maximum: { type: 'number' },
    maxLength: { type: 'integer' },
    pattern: text,
    enum: { type: 'array', items: settingValueSchema },
    writeOnly: { type: 'boolean', description: 'a secret: it comes from the list of units alone' },
  },
  additionalProperties: false,
} as const;

/** What can be set on trackers of a protocol. */
export const capabilitySchema = {
  type: 'object',
  required: ['protocol', 'settings', 'secrets', 'namesDevice'],
  properties: {
    protocol: text,
    settings: { type: 'object', additionalProperties: settingSchema },
    secrets: { type: 'object', additionalProperties: text, description: 'what may have to be known to be obeyed' },
    namesDevice: { type: 'boolean', description: 'its trackers can be given the id under which they report' },
  },
  additionalProperties: false,
} as const;
