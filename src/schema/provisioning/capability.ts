import { nullable } from '../common.js';
import { SETTING_TYPES, settingValueSchema } from './setting.js';

const text = { type: 'string' } as const;

const settingSchema = {
  type: 'object',
  required: ['type', 'title', 'description'],
  properties: {
    type: { enum: SETTING_TYPES },
    title: { type: 'string', description: 'its name in a form' },
    description: text,
    unit: { type: 'string', description: 'unit of the number, like s or m' },
    minimum: { type: 'number' },
    maximum: { type: 'number' },
    maxLength: { type: 'integer' },
    pattern: text,
    enum: { type: 'array', items: settingValueSchema },
    writeOnly: { type: 'boolean', description: 'a secret: only the list of units can provide it' },
  },
  additionalProperties: false,
} as const;

/** The settings that provisioning can write to trackers of a protocol. */
export const capabilitySchema = {
  type: 'object',
  required: ['protocol', 'settings', 'secrets', 'namesDevice', 'alsoSends'],
  properties: {
    protocol: text,
    settings: { type: 'object', additionalProperties: settingSchema },
    secrets: {
      type: 'object',
      additionalProperties: text,
      description: 'passwords or keys that the tracker may require',
    },
    alsoSends: { ...nullable(text), description: 'the other protocol in which its trackers report' },
    namesDevice: { type: 'boolean', description: 'provisioning can set the device id that the tracker reports' },
  },
  additionalProperties: false,
} as const;
