import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema, tagsSchema } from './common.js';
import { validator } from './validator.js';

const dailyLimit = { type: ['integer', 'null'], minimum: 0, maximum: 1_000_000 } as const;

export const limitsSchema = {
  type: 'object',
  properties: {
    expires: {
      type: 'object',
      required: ['enabled'],
      properties: { enabled: { type: 'boolean' }, date: { anyOf: [instantSchema, { type: 'null' }] } },
      additionalProperties: false,
    },
    dailyEmailLimit: { ...dailyLimit, description: 'emails per local day; 0 none, null no limit' },
    dailySmsLimit: { ...dailyLimit, description: 'SMS segments per local day; 0 none, null no limit' },
  },
  additionalProperties: false,
} as const;

/** A device as a client may send it. What is the gateway's own is taken and ignored, so that an answer can be sent back. */
export const deviceInputSchema = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { ...idSchema, description: 'IMEI or serial number' },
    name: { type: 'string', maxLength: 128 },
    description: { type: 'string', maxLength: 1024 },
    min: { type: 'string', maxLength: 32, description: "the tracker's telephone number" },
    tags: tagsSchema,
    expires: { anyOf: [instantSchema, { type: 'null' }] },
    limits: limitsSchema,
    usage: {},
    state: {},
    lastSeen: {},
    source: {},
    creation: {},
    lastModified: {},
    success: {},
    error: {},
    apiUsage: {},
    apiDailyUsage: {},
  },
  additionalProperties: false,
} as const;
export const validateDeviceInput = validator(deviceInputSchema);
export type DeviceInput = FromSchema<typeof deviceInputSchema>;

/** A device as it is kept: facts only; its state, its use of a licence and of its limits are computed when asked for. */
export type Device = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly min: string;
  readonly tags: Readonly<Record<string, string>>;
  /** UTC; null: not temporary */
  readonly expires: string | null;
  readonly dailyEmailLimit: number | null;
  readonly dailySmsLimit: number | null;
};

/** Where something was heard: the protocol, and the port unless it came over HTTP. */
export type Source = { readonly protocol: string; readonly port?: string };
